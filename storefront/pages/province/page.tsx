import { Icon } from '#web/ui/icons.tsx'
import type { OfficialProvince } from '#contracts/storefront/units.ts'
import { location_addresses } from '#storefront/addresses/location.ts'
import { FormerNames } from '#storefront/commerce/province/former-names.tsx'
import {
  isOf,
  priceProvinces,
  type PriceProvince,
} from '#storefront/commerce/province/price-provinces.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

export interface ProvinceData {
  provinces: OfficialProvince[]
  /** The address that the shopper came from. Only addresses of this shop are accepted. */
  return_to: string
}

export function meta(): PageMeta {
  return {
    title: 'Chọn tỉnh, thành phố',
    canonical_path: location_addresses.province.path,
    robots: 'noindex, follow',
  }
}

/** A plain form with a button for each province. */
export function Page({ data: { provinces, return_to } }: { data: ProvinceData }) {
  const { popular, others } = priceProvinces(provinces)
  return (
    <>
      <Breadcrumb
        crumbs={[{ name: 'Chọn tỉnh, thành phố', path: location_addresses.province.path }]}
      />
      <form method="post" action="/province" className="sheet p-4 md:p-6">
        <h1 className="text-2xl">Xem giá và tồn kho tại</h1>
        <p className="mt-1.5 text-muted">
          Giá, khuyến mãi và hàng còn tại cửa hàng thay đổi theo nơi bạn chọn.
        </p>
        <input type="hidden" name="return_to" value={return_to} />
        <ProvinceButtons title="Được chọn nhiều" provinces={popular} />
        <ProvinceButtons title="Tỉnh, thành phố khác" provinces={others} />
      </form>
    </>
  )
}

interface ProvinceButtonsProps {
  title: string
  provinces: readonly PriceProvince[]
}

function ProvinceButtons({ title, provinces }: ProvinceButtonsProps) {
  const { province: current } = useShop()
  if (provinces.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="text-base font-bold tracking-normal">{title}</h2>
      <ul className="mt-2.5 grid grid-cols-2 gap-2 large-text:grid-cols-1 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5">
        {provinces.map((province) => (
          <li key={province.province_id}>
            <button
              type="submit"
              name="province_id"
              value={province.province_id}
              aria-current={isOf(province, current) ? 'true' : undefined}
              className="flex h-full min-h-11 w-full items-center gap-2 rounded-xl border border-line bg-white px-3 py-2 text-left text-body hover:border-ink aria-[current]:border-accent aria-[current]:bg-cream aria-[current]:font-semibold aria-[current]:text-accent"
            >
              <span className="min-w-0 flex-1">
                {province.name}
                <FormerNames names={province.former_names} />
              </span>
              {isOf(province, current) ? <Icon name="check" className="size-4 shrink-0" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
