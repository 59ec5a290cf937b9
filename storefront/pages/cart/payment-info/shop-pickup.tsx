import { useId, useState } from 'react'
import { addresses, withQuery } from '#storefront/addresses/addresses.ts'
import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import type {
  PaymentInfoData,
  PickupShop,
  PickupStock,
} from '#storefront/pages/cart/payment-info/page.server.ts'
import { ProblemText, RadioCard, SelectField, useFieldAnswer } from '#web/ui/field.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'

interface CheckoutPickupProps {
  data: PaymentInfoData
  answer: FormAnswer
}

/** Shops where the whole order can be fetched: one province at a time, all of them without scripts. */
export function CheckoutPickup({ data, answer }: CheckoutPickupProps) {
  const pickup = usePickupStock(data.stock)
  const { problem } = useFieldAnswer('erp_shop_id')
  const id = useId()
  const chosen = Number(answer.values['erp_shop_id'] ?? data.quote.recipient?.erp_shop_id)
  const here = provincesWithShops(data)
  const name = here.find((place) => place.province_id === pickup.province_id)?.name ?? ''
  return (
    <div className="grid gap-4">
      <div className="noscript:hidden">
        <SelectField
          name="shop_province_id"
          label="Tỉnh / Thành phố"
          defaultValue={data.stock.province_id}
          onChange={(event) => pickup.choose(Number(event.target.value))}
        >
          {here.map(({ province_id, name: place, count }) => (
            <option key={province_id} value={province_id}>
              {place} ({count} cửa hàng)
            </option>
          ))}
        </SelectField>
      </div>
      <div
        role="radiogroup"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        className="rounded-xl outline-none"
      >
        <p id={`${id}-label`} className="text-sm font-semibold">
          Cửa hàng còn đủ hàng tại {name}
        </p>
        {problem && <ProblemText id={`${id}-problem`}>{problem}</ProblemText>}
        <div className="mt-2" aria-live="polite">
          {pickup.stock && (
            <StockedShops shops={data.shops} stock={pickup.stock} {...{ chosen, name }} />
          )}
          {!pickup.stock && !pickup.hasFailed && <SkeletonLines count={3} />}
          {pickup.hasFailed && <AskAgain onClick={() => pickup.choose(pickup.province_id)} />}
        </div>
      </div>
      <noscript>
        <OtherShops data={data} chosen={chosen} />
      </noscript>
    </div>
  )
}

function AskAgain({ onClick }: { onClick: () => void }) {
  return (
    <p className="rounded-xl bg-mist px-4 py-3 text-[15px]">
      Chưa xem được cửa hàng còn hàng. Vui lòng kiểm tra mạng và{' '}
      <button type="button" onClick={onClick} className="font-semibold text-accent underline">
        thử lại
      </button>
      .
    </p>
  )
}

/** The stock of the province that is looked at, fetched when another one is chosen. */
function usePickupStock(first: PickupStock) {
  const [asked, setAsked] = useState(first.province_id)
  const [known, setKnown] = useState<PickupStock | 'failed'>(first)
  const stock = known !== 'failed' && known.province_id === asked ? known : null
  function choose(province_id: number) {
    setAsked(province_id)
    setKnown(first)
    askStock(province_id).then(setKnown, () => setKnown('failed'))
  }
  return { province_id: asked, stock, hasFailed: known === 'failed', choose }
}

/** Outside of the router, whose error screen would take the typed form away. */
async function askStock(shop_province_id: number): Promise<PickupStock> {
  const path = withQuery(addresses.paymentInfo.path, { shop_province_id })
  const response = await fetch(`/_data${path}`)
  const answer = (await response.json()) as DataAnswer
  if (answer.kind !== 'page') throw new TypeError(`${path} answered no page`)
  return (answer.answer.data as PaymentInfoData).stock
}

interface StockedShopsProps {
  shops: readonly PickupShop[]
  stock: PickupStock
  chosen: number
  name: string
}

function StockedShops({ shops, stock, chosen, name }: StockedShopsProps) {
  const levels = new Map(stock.shops.map(({ erp_shop_id, level }) => [erp_shop_id, level]))
  const stocked = shops.filter(({ erp_shop_id }) => levels.has(erp_shop_id))
  if (stocked.length === 0) {
    return (
      <p className="rounded-xl bg-mist px-4 py-3 text-[15px]">
        Chưa có cửa hàng nào tại {name} còn đủ hàng cho đơn này. Bạn có thể chọn tỉnh thành khác
        hoặc giao hàng tận nơi.
      </p>
    )
  }
  return (
    <div className="grid max-h-96 gap-2 overflow-y-auto p-0.5">
      {stocked.map((shop) => (
        <ShopCard
          key={shop.erp_shop_id}
          shop={shop}
          level={levels.get(shop.erp_shop_id)}
          isChosen={shop.erp_shop_id === chosen}
        />
      ))}
    </div>
  )
}

const marks = {
  in_stock: { text: 'Còn hàng', color: 'text-success' },
  few_left: { text: 'Sắp hết hàng', color: 'text-accent' },
} as const

interface ShopCardProps {
  shop: PickupShop
  level: keyof typeof marks | undefined
  isChosen: boolean
}

function ShopCard({ shop, level, isChosen }: ShopCardProps) {
  const { noteEdit } = useFieldAnswer('erp_shop_id')
  return (
    <RadioCard
      name="erp_shop_id"
      value={shop.erp_shop_id}
      defaultChecked={isChosen}
      onInput={noteEdit}
      className="py-3!"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{shop.name}</span>
        {level && (
          <span className={`text-sm font-semibold ${marks[level].color}`}>{marks[level].text}</span>
        )}
      </span>
      <span className="block text-sm text-muted">{shop.address}</span>
      <span className="block text-sm text-muted">Giờ mở cửa: {shop.time_opening}</span>
    </RadioCard>
  )
}

/** Without scripts no other province can be asked for: its shops stand here, checked when sent. */
function OtherShops({ data, chosen }: { data: PaymentInfoData; chosen: number }) {
  const theirs = data.shops.find(({ erp_shop_id }) => erp_shop_id === chosen)?.province_id
  const isElsewhere = theirs !== undefined && theirs !== data.stock.province_id
  return (
    <details className="grid gap-2" open={isElsewhere}>
      <summary className="py-1 font-semibold text-accent">Cửa hàng tại tỉnh thành khác</summary>
      {provincesWithShops(data)
        .filter(({ province_id }) => province_id !== data.stock.province_id)
        .map(({ province_id, name, count }) => (
          <details
            key={province_id}
            open={province_id === theirs}
            className="mt-2 rounded-xl border border-line px-4 py-2"
          >
            <summary className="font-semibold">
              {name} ({count} cửa hàng)
            </summary>
            <div className="mt-2 grid gap-2 pb-1">
              {data.shops
                .filter((shop) => shop.province_id === province_id)
                .map((shop) => (
                  <ShopCard
                    key={shop.erp_shop_id}
                    shop={shop}
                    level={undefined}
                    isChosen={shop.erp_shop_id === chosen}
                  />
                ))}
            </div>
          </details>
        ))}
    </details>
  )
}

function provincesWithShops({ provinces, shops }: PaymentInfoData) {
  return provinces
    .map((province) => ({
      ...province,
      count: shops.filter((shop) => shop.province_id === province.province_id).length,
    }))
    .filter(({ count }) => count > 0)
}
