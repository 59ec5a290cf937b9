import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { byDistance, type Position } from '#pure/distance.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import type {
  PaymentInfoData,
  PickupShop,
  PickupStock,
} from '#storefront/pages/cart/payment-info/page.server.ts'
import { FoldedShops } from '#storefront/commerce/booking/folded-shops.tsx'
import { DistrictFilter } from '#storefront/commerce/nearby/district-filter.tsx'
import {
  distanceText,
  type Nearby,
  NearbyButton,
  useNearby,
} from '#storefront/commerce/nearby/nearby.tsx'
import { offeredProvince } from '#storefront/commerce/province/offered-provinces.ts'
import { ProvinceOptions } from '#storefront/commerce/province/province-options.tsx'
import { ProblemText, RadioCard, SelectField, useFieldAnswer } from '#web/ui/field.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'

interface CheckoutPickupProps {
  data: PaymentInfoData
  answer: FormAnswer
}

/** Chooses a shop to pick up the whole order: one province at a time, all provinces without scripts. */
export function CheckoutPickup({ data, answer }: CheckoutPickupProps) {
  const pickup = usePickupStock(data.stock)
  const nearby = useNearby()
  const provinces = useRef<HTMLSelectElement>(null)
  const { problem } = useFieldAnswer('erp_shop_id')
  const id = useId()
  const chosen = Number(answer.values['erp_shop_id'] ?? data.quote.recipient?.erp_shop_id)
  const { shop_provinces } = data
  const here = offeredProvince(shop_provinces, pickup.province_id)
  const name = here?.name ?? ''
  useProvinceOf(nearby, data.shops, (province_id) => {
    if (provinces.current) provinces.current.value = String(province_id)
    pickup.choose(province_id)
  })
  return (
    <div className="grid gap-4">
      <NearbyButton
        nearby={nearby}
        text="Cửa hàng gần tôi"
        look="outline"
        className="min-h-11 w-full px-5 sm:w-auto"
      />
      <div className="noscript:hidden">
        <SelectField
          ref={provinces}
          name="shop_province_id"
          label="Tỉnh / Thành phố"
          defaultValue={data.stock.province_id}
          onChange={(event) => {
            const wanted = offeredProvince(shop_provinces, Number(event.target.value))
            if (wanted) pickup.choose(wanted.province_id)
          }}
        >
          <ProvinceOptions provinces={shop_provinces} text={({ name: province }) => province} />
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
          {pickup.stock && here
            ? `${pickup.stock.shops.length}/${here.count} cửa hàng tại ${name} còn đủ hàng`
            : `Cửa hàng còn đủ hàng tại ${name}`}
        </p>
        {problem && <ProblemText id={`${id}-problem`}>{problem}</ProblemText>}
        <div className="mt-2" aria-live="polite">
          {pickup.stock && (
            <StockedShops
              key={pickup.province_id}
              {...{ shops: data.shops, stock: pickup.stock, chosen, name, nearby }}
            />
          )}
          {!pickup.stock && !pickup.hasFailed && <SkeletonLines count={3} />}
          {pickup.hasFailed && <StockLoadError onClick={() => pickup.choose(pickup.province_id)} />}
        </div>
      </div>
      <noscript>
        <OtherShops data={data} chosen={chosen} />
      </noscript>
    </div>
  )
}

/** Once the position is known, chooses the province of the nearest shop. */
function useProvinceOf(
  { state }: Nearby,
  shops: readonly PickupShop[],
  onFound: (province_id: number) => void,
): void {
  const choose = useEffectEvent((from: Position) => {
    const [nearest] = byDistance(shops, from)
    if (nearest !== undefined) onFound(nearest.location.province_id)
  })
  useEffect(() => {
    if (state.kind === 'found') choose(state.from)
  }, [state])
}

function StockLoadError({ onClick }: { onClick: () => void }) {
  return (
    <p className="rounded-xl bg-mist px-4 py-3 text-body">
      Chưa xem được cửa hàng còn hàng. Vui lòng kiểm tra mạng và{' '}
      <button type="button" onClick={onClick} className="font-semibold text-accent underline">
        thử lại
      </button>
      .
    </p>
  )
}

/** The stock in the chosen province, fetched when the shopper chooses another one. */
function usePickupStock(first: PickupStock) {
  const [chosen_province_id, setChosenProvince] = useState(first.province_id)
  const [loaded, setLoaded] = useState<PickupStock | 'failed'>(first)
  const stock = loaded !== 'failed' && loaded.province_id === chosen_province_id ? loaded : null
  function choose(province_id: number) {
    setChosenProvince(province_id)
    setLoaded(first)
    fetchPickupStock(province_id).then(setLoaded, () => setLoaded('failed'))
  }
  return { province_id: chosen_province_id, stock, hasFailed: loaded === 'failed', choose }
}

/** Fetches outside of the router: its error page would discard the typed form. */
async function fetchPickupStock(shop_province_id: number): Promise<PickupStock> {
  const path = withQuery(cart_addresses.paymentInfo.path, { shop_province_id })
  const response = await fetch(`/_data${path}`, { signal: AbortSignal.timeout(10_000) })
  const answer = (await response.json()) as DataAnswer
  if (answer.kind !== 'page') throw new TypeError(`The data answer of ${path} is not a page`)
  return (answer.answer.data as PaymentInfoData).stock
}

interface StockedShopsProps {
  shops: readonly PickupShop[]
  stock: PickupStock
  chosen: number
  name: string
  nearby: Nearby
}

/** The shops of a province that have everything: of one district, and the nearest first where asked. */
function StockedShops({ shops, stock, chosen, name, nearby: { state } }: StockedShopsProps) {
  const [district, setDistrict] = useState('')
  const known = new Map(stock.shops.map((shop) => [shop.erp_shop_id, shop]))
  const stocked = shops.filter(({ erp_shop_id }) => known.has(erp_shop_id))
  if (stocked.length === 0) {
    return (
      <p className="rounded-xl bg-mist px-4 py-3 text-body">
        Chưa có cửa hàng nào tại {name} còn đủ hàng cho đơn này. Bạn có thể chọn tỉnh thành khác
        hoặc giao hàng tận nơi.
      </p>
    )
  }
  const listed = stocked.filter((shop) => district === '' || shop.district === district)
  const rows =
    state.kind === 'found'
      ? byDistance(listed, state.from)
      : listed.map((location) => ({ location, km: null }))
  const row = ({ location: shop, km }: (typeof rows)[number]) => (
    <li key={shop.erp_shop_id}>
      <ShopCard
        shop={shop}
        km={km}
        level={known.get(shop.erp_shop_id)?.level}
        promise={known.get(shop.erp_shop_id)?.promise}
        isChosen={shop.erp_shop_id === chosen}
      />
    </li>
  )
  return (
    <div className="grid gap-2">
      <DistrictFilter shops={stocked} onChoose={setDistrict} />
      <FoldedShops
        shops={rows}
        isChosen={({ location }) => location.erp_shop_id === chosen}
        row={row}
      />
    </div>
  )
}

const marks = {
  in_stock: { text: 'Còn hàng', color: 'text-success' },
  few_left: { text: 'Sắp hết hàng', color: 'text-accent' },
} as const

interface ShopCardProps {
  shop: PickupShop
  /** Distance in a straight line; null when it is not asked for or not known. */
  km: number | null
  level: keyof typeof marks | undefined
  promise?: string | undefined
  isChosen: boolean
}

function ShopCard({ shop, km, level, promise, isChosen }: ShopCardProps) {
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
      <span className="block text-sm text-muted">
        {km !== null && (
          <span className="font-semibold text-success">Cách {distanceText(km)} · </span>
        )}
        {shop.address}
      </span>
      <span className="block text-sm text-muted">Giờ mở cửa: {shop.time_opening}</span>
      {promise && <span className="block text-sm font-semibold">{promise}</span>}
    </RadioCard>
  )
}

/** The shops of all other provinces, for browsers without scripts. Stock is checked when the form is sent. */
function OtherShops({ data, chosen }: { data: PaymentInfoData; chosen: number }) {
  const chosen_province_id = data.shops.find(
    ({ erp_shop_id }) => erp_shop_id === chosen,
  )?.province_id
  const isElsewhere =
    chosen_province_id !== undefined && chosen_province_id !== data.stock.province_id
  return (
    <details className="grid gap-2" open={isElsewhere}>
      <summary className="fold-link">Cửa hàng tại tỉnh thành khác</summary>
      {data.shop_provinces
        .filter(({ province_id }) => province_id !== data.stock.province_id)
        .map(({ province_id, name, count }) => (
          <details
            key={province_id}
            open={province_id === chosen_province_id}
            className="mt-2 rounded-xl border border-line px-4 py-2"
          >
            <summary className="fold-link min-h-11">
              {name} ({count} cửa hàng)
            </summary>
            <div className="mt-2 grid gap-2 pb-1">
              {data.shops
                .filter((shop) => shop.province_id === province_id)
                .map((shop) => (
                  <ShopCard
                    key={shop.erp_shop_id}
                    shop={shop}
                    km={null}
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
