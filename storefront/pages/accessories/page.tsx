import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { laterView } from '#web/runtime/deferred-view.tsx'
import { type CategoryData, meta } from '#storefront/pages/category/page.tsx'

export { meta }

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

export const later = laterView<{ data: AccessoriesData }>(
  async () => (await import('#storefront/pages/accessories/accessories-view.tsx')).AccessoriesView,
)

export function Page({ data }: { data: AccessoriesData }) {
  return <later.View data={data} />
}
