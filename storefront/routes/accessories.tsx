import type { ProductCard } from '#contracts/catalog.ts'
import { catalogMeta } from '#storefront/catalog-meta.ts'
import { laterView } from '#storefront/later-view.tsx'
import { listMeta } from '#storefront/listing-view.ts'
import type { PageMeta } from '#storefront/page.ts'
import type { CategoryData } from '#storefront/routes/category.tsx'

/** A group of accessories with its leading products. */
export interface AccessoryRow {
  name: string
  path: string
  products: ProductCard[]
}

export interface AccessoriesData extends CategoryData {
  /** Empty where the list is narrowed. */
  rows: AccessoryRow[]
}

export function meta({ category, list }: AccessoriesData): PageMeta {
  return listMeta(catalogMeta(category.meta), category.name, list)
}

export const later = laterView<{ data: AccessoriesData }>(
  async () => (await import('#storefront/widgets/accessories-view.tsx')).AccessoriesView,
)

export function Page({ data }: { data: AccessoriesData }) {
  return <later.View data={data} />
}
