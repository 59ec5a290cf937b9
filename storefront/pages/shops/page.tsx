import type { ListedShop, ShopsData } from '#storefront/pages/shops/shops-data.ts'
import { byDistance } from '#pure/distance.ts'
import { location_addresses } from '#storefront/addresses/location.ts'
import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NearbyButton, useNearby } from '#storefront/commerce/nearby/nearby.tsx'
import { ShopFilter } from '#storefront/pages/shops/shop-filter.tsx'
import { ShopFold, ShopRows } from '#storefront/pages/shops/shop-rows.tsx'

export function meta({ total, chosen, shops }: ShopsData, shop: ShopIdentity): PageMeta {
  const { province_id, province_name: province } = chosen
  return {
    title: province === null ? 'Hệ thống cửa hàng' : `Cửa hàng tại ${province}`,
    description: `Địa chỉ, giờ mở cửa, số điện thoại và chỉ đường đến ${province === null ? total : shops.length} cửa hàng ${shop.name}${province === null ? ' trên toàn quốc' : ` tại ${province}`}.`,
    canonical_path: location_addresses.shops.path,
    ...(province_id === null ? {} : { robots: 'noindex, follow' }),
  }
}

/** Lists shops with what a visitor needs, filtered by province and district, or sorted by distance. */
export function Page({ data }: { data: ShopsData }) {
  const { shops } = data
  const nearby = useNearby()
  const title = titleOf(data)
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Hệ thống cửa hàng', path: location_addresses.shops.path }]} />
      <div className="sheet p-4 md:p-6">
        <h1 className="text-2xl md:text-title-lg">
          {title}{' '}
          <span className="text-base font-semibold tracking-normal text-muted max-sm:block sm:whitespace-nowrap">
            {countText(shops)}
          </span>
        </h1>
        <p className="mt-1.5 text-muted">
          Đến xem máy, nhận hàng đã đặt hoặc sửa chữa tại cửa hàng thuận đường nhất với bạn.
        </p>
        <div className="mt-4 flex flex-wrap items-start gap-3">
          <ShopFilter data={data} />
          {shops.length > 1 ? (
            <NearbyButton nearby={nearby} className="min-h-12 w-full md:mt-[26px] md:w-auto" />
          ) : null}
        </div>
      </div>
      {shops.length === 0 ? (
        <NoShop province={data.chosen.province_name} />
      ) : (
        <ShopResults data={data} nearby={nearby} />
      )}
    </>
  )
}

function ShopResults({ data, nearby }: { data: ShopsData; nearby: ReturnType<typeof useNearby> }) {
  const { shops, chosen } = data
  const { province: current } = useShop()
  if (nearby.state.kind === 'found') {
    const rows = byDistance(shops, nearby.state.from).map(({ location, km }) => ({
      shop: location,
      km,
    }))
    return <ShopRows title="Gần bạn nhất" rows={rows} />
  }
  if (chosen.province_id !== null) {
    return <ShopRows title={titleOf(data)} is_title_seen={false} rows={unmeasured(shops)} />
  }
  const groups = Map.groupBy(shops, (shop) => shop.current_province)
  const own = groups.has(current.name) ? current.name : [...groups.keys()][0]
  const provinces = [...groups.keys()].toSorted((a, b) => Number(b === own) - Number(a === own))
  return provinces.map((name) => (
    <ShopFold
      key={name}
      title={name}
      rows={unmeasured(groups.get(name) ?? [])}
      is_open={name === own}
    />
  ))
}

function unmeasured(shops: readonly ListedShop[]) {
  return shops.map((shop) => ({ shop, km: null }))
}

/** Whoever saw fewer shops at a product reads here which of them sell nothing. */
function countText(shops: readonly ListedShop[]): string {
  const selling = shops.filter(({ kinds }) => kinds.includes('ban-hang')).length
  const all = `${shops.length} cửa hàng`
  return selling === shops.length || selling === 0
    ? all
    : `${all}: ${selling} bán hàng, ${shops.length - selling} chỉ sửa chữa`
}

function titleOf({ chosen, districts }: ShopsData): string {
  const district = districts.find(({ slug }) => slug === chosen.district)?.name
  const area = [district, chosen.province_name].filter(Boolean).join(', ')
  return area === '' ? 'Hệ thống cửa hàng' : `Cửa hàng tại ${area}`
}

function NoShop({ province }: { province: string | null }) {
  return (
    <div className="sheet mt-4">
      <EmptyState
        picture="no-result"
        title={
          province === null ? 'Chưa có cửa hàng ở nơi này' : `Chưa có cửa hàng tại ${province}`
        }
      >
        <p>Bạn vẫn đặt mua online được: hàng giao tận nơi trên toàn quốc.</p>
        <a href={location_addresses.shops.path} className={buttonClass('primary')}>
          Xem tất cả cửa hàng
        </a>
      </EmptyState>
    </div>
  )
}
