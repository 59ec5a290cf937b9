import type { MenuEntry } from '#contracts/catalog.ts'
import { gatherPages, readListQuery } from '#storefront/listing-pages.ts'
import { notFound, type PublicContext, publicPage } from '#storefront/page.ts'
import type { CategoryData } from '#storefront/routes/category.tsx'
import type { PriceBand } from '#storefront/widgets/category-filters.tsx'

/** A category's data for the address: its filters, its order, its pages up to the asked one. */
export async function loadCategory(
  category_id: number,
  { url, province_id, services }: PublicContext,
): Promise<CategoryData> {
  const query = readListQuery(url.searchParams)
  const [{ answer, listing }, menu] = await Promise.all([
    gatherPages(query.page, (page) =>
      services.catalog.category(null, { ...query, category_id, province_id, page }),
    ),
    services.catalog.menu(null, {}),
  ])
  const { list: _list, sort: _sort, brand: _brand, ...category } = answer
  return { category, listing, bands: bandsOf(menu, category.path), query }
}

/** The price bands that the menu offers for a category or for the one it lies in. */
function bandsOf(menu: MenuEntry[], path: string): PriceBand[] {
  const holds = (entry: MenuEntry) => entry.children.some((child) => child.path === path)
  const entry = menu.find((each) => each.path === path) ?? menu.find(holds)
  return (entry?.price_bands ?? []).map(({ name, path: link }) => {
    const { min_price, max_price } = readListQuery(new URL(link, 'http://shop').searchParams)
    return { name, min_price, max_price }
  })
}

/** Categories live at root slugs: this page is only ever shown by `slug`. */
export const page = publicPage<CategoryData>({ loader: () => Promise.resolve(notFound) })
