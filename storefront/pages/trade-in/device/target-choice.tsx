import { formatDong } from '#pure/money.ts'
import { tradeDeviceUrl } from '#storefront/addresses/trade-in-links.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { TargetLine } from '#storefront/commerce/trade/target-line.tsx'
import { choiceQuery } from '#storefront/commerce/trade/trade-choice.ts'
import type { TradeDeviceData } from '#storefront/pages/trade-in/device/device-data.ts'
import { buttonClass } from '#web/ui/button.ts'

/** "Chọn sản phẩm bạn muốn lên đời": searched by words, chosen by a link. */
export function TargetChoice({ data }: { data: TradeDeviceData }) {
  const { model, answers, target, words, found } = data
  const { model_code, versions, device_code } = model
  const bonus = versions.find((version) => version.device_code === device_code)?.upgrade_bonus ?? 0
  const here = choiceQuery(model, answers, target?.id)
  const hrefOf = (id: number | undefined) =>
    tradeDeviceUrl(model_code, choiceQuery(model, answers, id))
  return (
    <section aria-labelledby="len-doi" className="sheet grid gap-3 p-4 sm:p-5">
      <div>
        <h2 id="len-doi" className="text-base tracking-normal">
          Chọn sản phẩm bạn muốn lên đời
        </h2>
        {bonus > 0 && <p className="text-sm text-success">Trợ giá thêm đến {formatDong(bonus)}</p>}
      </div>
      {target && <TargetLine target={target} without={hrefOf(undefined)} />}
      <form
        action={tradeDeviceUrl(model_code)}
        role="search"
        aria-label="Tìm máy lên đời"
        className="flex gap-2"
      >
        {Object.entries(here).map(
          ([name, value]) =>
            value != null && <input key={name} type="hidden" name={name} value={String(value)} />,
        )}
        <label className="min-w-0 flex-1">
          <span className="sr-only">Tìm máy muốn lên đời</span>
          <input
            key={words}
            type="search"
            name="tim"
            defaultValue={words}
            maxLength={100}
            placeholder="Tìm máy muốn lên đời"
            className="h-12 w-full rounded-xl border border-muted/50 bg-white px-4"
          />
        </label>
        <button type="submit" className={buttonClass('outline', 'min-h-12 px-4')}>
          Tìm
        </button>
      </form>
      {words !== '' && found.length === 0 && <p role="status">Rất tiếc chưa có kết quả phù hợp.</p>}
      {found.length > 0 && (
        <ul className="grid gap-1">
          {found.map(({ product_id, name, thumbnail, price, special_price }) => (
            <li key={product_id}>
              <a
                href={hrefOf(product_id)}
                className="flex min-h-14 items-center gap-3 rounded-xl p-2 hover:bg-cream"
              >
                {thumbnail && (
                  <Photo
                    picture={thumbnail}
                    alt=""
                    sizes="48px"
                    className="size-12 object-contain"
                  />
                )}
                <span className="min-w-0 flex-1 text-body">
                  {name}
                  <span className="block text-sm text-muted">
                    {price === null ? 'Giá liên hệ' : formatDong(special_price ?? price)}
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
