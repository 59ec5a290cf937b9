import { useEffect, useId, useState } from 'react'
import { byDistance } from '#pure/distance.ts'
import { DistrictFilter } from '#storefront/commerce/nearby/district-filter.tsx'
import { distanceText, NearbyButton, useNearby } from '#storefront/commerce/nearby/nearby.tsx'
import type { ShopStock as ShopWithStock } from '#contracts/storefront/locations.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { fetchData } from '#web/runtime/on-demand.ts'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { ShopList } from '#storefront/pages/product/stock/shop-list.tsx'
import { type StockedShop, stockedShop } from '#storefront/pages/product/stock/stocked-shop.ts'

interface StockElsewhereProps {
  item_id: number
  province_id: number
  onChoose: (province_id: number) => void
}

interface StockedProvince {
  province_id: number
  name: string
  shop_count: number
}

/** A list of the provinces that have the item, and the shops of the chosen one. */
export function StockElsewhere({ item_id, province_id, onChoose }: StockElsewhereProps) {
  const { province: current } = useShop()
  const field = useId()
  const provinces = useAnswer<StockedProvince[]>(
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
  const is_listed = provinces.some((province) => province.province_id === province_id)
  const options = is_listed ? provinces : [{ ...current, shop_count: 0 }, ...provinces]
  const chosen = options.find((province) => province.province_id === province_id)
  return (
    <>
      <label htmlFor={field} className="sr-only">
        Tỉnh thành
      </label>
      <select
        id={field}
        value={province_id}
        onChange={(event) => onChoose(Number(event.target.value))}
        className="mt-2 min-h-11 w-full rounded-xl border border-line bg-white px-3 text-body font-semibold"
      >
        {options.map(({ province_id: option_id, name, shop_count }) => (
          <option key={option_id} value={option_id}>
            {`${name} (${shop_count} cửa hàng còn hàng)`}
          </option>
        ))}
      </select>
      <div aria-live="polite" className="mt-2">
        <ShopsFound
          key={province_id}
          shops={shops.map(stockedShop)}
          province={chosen?.name ?? ''}
          item_id={item_id}
        />
      </div>
    </>
  )
}

function ShopsFound({ shops, province, item_id }: FoundProps) {
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
      <ShopList shops={sorted} province={province} item_id={item_id} />
    </>
  )
}

interface FoundProps {
  shops: readonly StockedShop[]
  province: string
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
