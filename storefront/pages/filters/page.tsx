import { results_id } from '#storefront/commerce/listing/show-results.ts'
import { listHref } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { FilterFields } from '#storefront/commerce/listing/filters/filter-form.tsx'

/** The filters of a list as a page, for browsers without scripts. */
export interface FiltersData {
  /** The name of the list, for example "Điện thoại". */
  name: string
  list: ListData
}

export function meta({ name, list }: FiltersData): PageMeta {
  return { title: `Lọc ${name}`, canonical_path: list.path, robots: 'noindex, follow' }
}

/** A plain form that sends the chosen filters to the list's own address. */
export function Page({ data: { name, list } }: { data: FiltersData }) {
  const { province } = useShop()
  const { path, query, listing } = list
  const back = { name, path: listHref(path, query) }
  return (
    <>
      <Breadcrumb crumbs={[back, { name: 'Bộ lọc', path: '#' }]} />
      <h1 className="text-2xl md:text-title-lg">{`Bộ lọc: ${name}`}</h1>
      <form action={`${path}#${results_id}`} className="sheet mt-4 grid max-w-3xl gap-6 p-4 md:p-6">
        <FilterFields query={query} listing={listing} province={province.name} />
        <div className="flex flex-wrap gap-3 border-t border-line pt-4">
          <a href={path} className={buttonClass('outline')}>
            Bỏ chọn tất cả
          </a>
          <button type="submit" className={buttonClass('primary')}>
            Xem kết quả
          </button>
        </div>
      </form>
    </>
  )
}
