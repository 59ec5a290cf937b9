import { byDistance } from '#pure/distance.ts'
import { repair_addresses } from '#storefront/addresses/repair.ts'
import { HubChips } from '#storefront/commerce/repair/hub-chips.tsx'
import { RepairShopList } from '#storefront/pages/repair-shops/repair-shop-list.tsx'
import {
  repair_shops_title,
  type RepairShopsData,
} from '#storefront/pages/repair-shops/repair-shops-data.ts'
import { ShopMap } from '#storefront/pages/repair-shops/shop-map.tsx'
import { NearbyButton, useNearby } from '#storefront/commerce/nearby/nearby.tsx'
import { ShopFilter } from '#storefront/pages/shops/shop-filter.tsx'
import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

const { path } = repair_addresses.repairShops

export function meta({ total, chosen, shops }: RepairShopsData, shop: ShopIdentity): PageMeta {
  const { province_id, province_name } = chosen
  const place = province_name === null ? 'trên toàn quốc' : `tại ${province_name}`
  return {
    title: `Địa chỉ sửa chữa ${shop.name}${province_name === null ? '' : ` tại ${province_name}`}`,
    description: `${province_id === null ? total : shops.length} địa chỉ sửa chữa điện thoại, máy tính bảng, laptop và Apple Watch của ${shop.name} ${place}: giờ mở cửa, số điện thoại, chỉ đường.`,
    canonical_path: path,
    ...(province_id === null ? {} : { robots: 'noindex, follow' }),
  }
}

/** The shops that repair: by province, or the nearest. A position stays in the browser. */
export function Page({ data }: { data: RepairShopsData }) {
  const { shops, chosen, provinces, districts } = data
  const nearby = useNearby()
  const is_near = nearby.state.kind === 'found'
  const rows =
    nearby.state.kind === 'found'
      ? byDistance(shops, nearby.state.from).map(({ location, km }) => ({ shop: location, km }))
      : shops.map((shop) => ({ shop, km: null }))
  const place = chosen.province_name
  return (
    <>
      <Breadcrumb crumbs={[{ name: repair_shops_title, path }]} />
      <div className="sheet p-4 md:p-6">
        <h1 className="text-2xl md:text-title-lg">
          {place === null ? repair_shops_title : `Địa chỉ sửa chữa tại ${place}`}{' '}
          <span className="text-base font-semibold tracking-normal whitespace-nowrap text-muted">
            {`${shops.length} cửa hàng`}
          </span>
        </h1>
        <p className="mt-1.5 text-muted">
          Sửa điện thoại, máy tính bảng, laptop và Apple Watch. Số dịch vụ làm ngay được tính theo
          linh kiện đang có tại cửa hàng.
        </p>
        <div className="mt-3">
          <HubChips />
        </div>
        <div className="mt-4 flex flex-wrap items-start gap-3">
          <ShopFilter data={{ provinces, districts, chosen }} path={path} />
          {shops.length > 1 ? (
            // Below the label of the list beside it.
            <div className="w-full md:w-auto md:pt-6.5">
              <NearbyButton nearby={nearby} />
            </div>
          ) : null}
        </div>
      </div>
      {shops.length === 0 ? (
        <p role="status" className="sheet mt-4 p-4 md:p-6">
          {`Chưa có cửa hàng sửa chữa ${place === null ? 'ở nơi này' : `tại ${place}`}. `}
          <a href={path} className="font-semibold text-accent underline">
            Xem tất cả địa chỉ sửa chữa
          </a>
        </p>
      ) : null}
      {place === null || is_near ? null : <ShopMap shops={shops} place={place} />}
      <RepairShopList rows={rows} numbered={place !== null && !is_near} />
    </>
  )
}
