import { Check } from '#web/ui/icons.tsx'
import type { Province } from '#contracts/storefront/locations.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

export interface ProvinceData {
  provinces: Province[]
  /** Where the shopper was: only ever an address of this shop is followed back. */
  return_to: string
}

export function meta(): PageMeta {
  return {
    title: 'Chọn tỉnh, thành phố',
    canonical_path: addresses.province.path,
    robots: 'noindex, follow',
  }
}

/** Every province as a button of one plain form. */
export function Page({ data: { provinces, return_to } }: { data: ProvinceData }) {
  const popular = provinces.filter((province) => province.is_popular)
  const others = provinces.filter((province) => !province.is_popular)
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Chọn tỉnh, thành phố', path: addresses.province.path }]} />
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
  provinces: readonly Province[]
}

function ProvinceButtons({ title, provinces }: ProvinceButtonsProps) {
  const { province: current } = useShop()
  if (provinces.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="text-base font-bold tracking-normal">{title}</h2>
      <ul className="mt-2.5 grid grid-cols-2 gap-2 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5">
        {provinces.map(({ province_id, name }) => (
          <li key={province_id}>
            <button
              type="submit"
              name="province_id"
              value={province_id}
              aria-current={province_id === current.province_id ? 'true' : undefined}
              className="flex min-h-11 w-full items-center gap-2 rounded-xl border border-line bg-white px-3 py-2 text-left text-[15px] hover:border-ink aria-[current]:border-accent aria-[current]:bg-cream aria-[current]:font-semibold aria-[current]:text-accent"
            >
              <span className="flex-1">{name}</span>
              {province_id === current.province_id ? <Check className="size-4" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
