import { useEffect, useId, useState } from 'react'
import { byDistance } from '#pure/distance.ts'
import { DistrictFilter } from '#storefront/commerce/nearby/district-filter.tsx'
import { distanceText, NearbyButton, useNearby } from '#storefront/commerce/nearby/nearby.tsx'
import type { z } from 'zod'
import type { locations, ShopStock as ShopWithStock } from '#contracts/storefront/locations.ts'
import { offeredProvince } from '#storefront/commerce/province/offered-provinces.ts'
import { ProvinceOptions } from '#storefront/commerce/province/province-options.tsx'
import { fetchData } from '#web/runtime/on-demand.ts'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { ShopList } from '#storefront/pages/product/stock/shop-list.tsx'
import { type StockedShop, stockedShop } from '#storefront/pages/product/stock/stocked-shop.ts'

type Provinces = z.infer<typeof locations.provincesWithStock.output>

interface StockElsewhereProps {
  item_id: number
  province_id: number
  /** The shopper's own province of today. */
  current: { province_id: number; name: string }
  onChoose: (province_id: number) => void
}

/** A list of the provinces that have the item, and the shops of the chosen one. */
export function StockElsewhere({ item_id, province_id, current, onChoose }: StockElsewhereProps) {
  const field = useId()
  const provinces = useAnswer<Provinces>(
    `/api/locations/v1/provinces/stock?item_id=${item_id}&province_id=${current.province_id}`,
  )
  const shops = useAnswer<ShopWithStock[]>(
    `/api/locations/v1/shops/stock?item_id=${item_id}&province_id=${province_id}`,
  )
  if (provinces === 'failed' || shops === 'failed') {
    return <p className="mt-2 text-body text-muted">Chưa tải được. Vui lòng thử lại sau.</p>
  }
  if (provinces === null || shops === null) {
    return (
      <div className="mt-3">
        <SkeletonLines count={4} />
      </div>
    )
  }
  const stocked = provinces.map(({ shop_count: count, ...province }) => ({ ...province, count }))
  const is_listed = offeredProvince(stocked, province_id) !== undefined
  const none = { ...current, count: 0, shop_total: 0, former: [] }
  const options = is_listed ? stocked : [none, ...stocked]
  const chosen = offeredProvince(options, province_id)
  return (
    <>
      <label htmlFor={field} className="sr-only">
        Tỉnh thành
      </label>
      <select
        id={field}
        value={province_id}
        onChange={(event) => {
          const wanted = offeredProvince(options, Number(event.target.value))
          if (wanted) onChoose(wanted.province_id)
        }}
        className="mt-2 min-h-11 w-full rounded-xl border border-line bg-white px-3 text-body font-semibold"
      >
        <ProvinceOptions
          provinces={options}
          text={({ name, count, shop_total }) =>
            shop_total === 0
              ? `${name} (chưa có cửa hàng còn hàng)`
              : `${name} (${count}/${shop_total} cửa hàng có hàng)`
          }
        />
      </select>
      <div aria-live="polite" className="mt-2">
        <ShopsFound
          key={province_id}
          shops={shops.map(stockedShop)}
          province={chosen?.name ?? ''}
          shop_total={chosen?.shop_total ?? 0}
          item_id={item_id}
        />
      </div>
    </>
  )
}

function ShopsFound({ shops, province, shop_total, item_id }: FoundProps) {
  const nearby = useNearby()
  const [district, setDistrict] = useState('')
  if (shops.length === 0) {
    return (
      <p className="text-body text-muted">
        {`Chưa có cửa hàng nào tại ${province} còn hàng. Chọn tỉnh thành khác trong danh sách.`}
      </p>
    )
  }
  const listed = shops.filter((shop) => district === '' || shop.district === district)
  const { state } = nearby
  const sorted =
    state.kind === 'found'
      ? byDistance(listed, state.from).map(({ location, km }) => {
          return { ...location, distance: km === null ? null : `Cách ${distanceText(km)}` }
        })
      : listed
  return (
    <>
      {shops.length > 1 && (
        <NearbyButton
          nearby={nearby}
          text="Cửa hàng gần tôi"
          look="outline"
          className="mb-1 min-h-11 w-full px-4"
        />
      )}
      <DistrictFilter shops={shops} onChoose={setDistrict} />
      <ShopList shops={sorted} {...{ province, shop_total, item_id }} />
    </>
  )
}

interface FoundProps {
  shops: readonly StockedShop[]
  province: string
  shop_total: number
  item_id: number
}

/** Fetches `path`. The previous answer stays until the next one arrives; null before the first. */
function useAnswer<T>(path: string): T | 'failed' | null {
  const [answer, setAnswer] = useState<T | 'failed' | null>(null)
  useEffect(() => {
    let is_wanted = true
    const apply = (result: T | 'failed') => {
      if (is_wanted) setAnswer(result)
    }
    fetchData<T>(path).then(apply, () => apply('failed'))
    return () => {
      is_wanted = false
    }
  }, [path])
  return answer
}
