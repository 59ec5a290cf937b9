import { useId, useState } from 'react'
import { useFetcher } from 'react-router'
import { addresses, withQuery } from '#storefront/addresses.ts'
import type { FormAnswer } from '#storefront/page.ts'
import type {
  PaymentInfoData,
  PickupShop,
  PickupStock,
} from '#storefront/routes/cart/payment-info.server.ts'
import { ProblemText, RadioCard, SelectField, useFieldAnswer } from '#storefront/ui/field.tsx'
import { SkeletonLines } from '#storefront/ui/skeleton.tsx'

interface CheckoutPickupProps {
  data: PaymentInfoData
  answer: FormAnswer
}

/** Shops where the whole order can be fetched: one province at a time, all of them without scripts. */
export function CheckoutPickup({ data, answer }: CheckoutPickupProps) {
  const { stock, isLoading, choose } = usePickupStock(data.stock)
  const { problem } = useFieldAnswer('erp_shop_id')
  const id = useId()
  const chosen = Number(answer.values['erp_shop_id'] ?? data.quote.recipient?.erp_shop_id)
  const here = provincesWithShops(data)
  const name = here.find((place) => place.province_id === stock.province_id)?.name ?? ''
  return (
    <div className="grid gap-4">
      <div className="noscript:hidden">
        <SelectField
          name="shop_province_id"
          label="Tỉnh / Thành phố"
          defaultValue={data.stock.province_id}
          onChange={(event) => choose(Number(event.target.value))}
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
        <div className="mt-2" aria-live="polite" aria-busy={isLoading}>
          {isLoading ? (
            <SkeletonLines count={3} />
          ) : (
            <StockedShops shops={data.shops} stock={stock} chosen={chosen} province={name} />
          )}
        </div>
      </div>
      <noscript>
        <OtherShops data={data} chosen={chosen} />
      </noscript>
    </div>
  )
}

/** The stock of the province that is looked at, fetched when another one is chosen. */
function usePickupStock(first: PickupStock) {
  const fetcher = useFetcher<{ data: PaymentInfoData }>()
  const [province_id, setProvince] = useState(first.province_id)
  const known = [fetcher.data?.data.stock, first].find(
    (stock) => stock?.province_id === province_id,
  )
  function choose(next: number) {
    setProvince(next)
    void fetcher.load(withQuery(addresses.paymentInfo.path, { shop_province_id: next }))
  }
  return { stock: known ?? { province_id, shops: [] }, isLoading: known === undefined, choose }
}

interface StockedShopsProps {
  shops: readonly PickupShop[]
  stock: PickupStock
  chosen: number
  province: string
}

function StockedShops({ shops, stock, chosen, province }: StockedShopsProps) {
  const levels = new Map(stock.shops.map(({ erp_shop_id, level }) => [erp_shop_id, level]))
  const stocked = shops.filter(({ erp_shop_id }) => levels.has(erp_shop_id))
  if (stocked.length === 0) {
    return (
      <p className="rounded-xl bg-mist px-4 py-3 text-[15px]">
        Chưa có cửa hàng nào tại {province} còn đủ hàng cho đơn này. Bạn có thể chọn tỉnh thành khác
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
  return (
    <div className="grid gap-2">
      <p className="text-sm font-semibold">Cửa hàng tại tỉnh thành khác</p>
      {provincesWithShops(data)
        .filter(({ province_id }) => province_id !== data.stock.province_id)
        .map(({ province_id, name, count }) => (
          <details key={province_id} className="rounded-xl border border-line px-4 py-2">
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
    </div>
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
