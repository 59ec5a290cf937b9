import type { z } from 'zod'
import type { catalog, CategoryPage, ProductList } from '#contracts/catalog.ts'
import { list_size, type ListQuestion } from '#shop/catalog/listing.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import {
  branchOf,
  brandsOf,
  categoryLink,
  childrenOf,
  hasGoods,
  pathTo,
  type Category,
  type Tree,
} from '#shop/catalog/tree.ts'

type CategoryInput = z.output<typeof catalog.category.input>

/** A brand that is not on the shelf: a number that no row has. */
const no_brand = 0

/** Which products a view of a category shows: its own and those below it, of one brand if asked. */
export function categoryQuestion(
  tree: Tree,
  category: Category,
  input: CategoryInput,
): ListQuestion {
  const { brand, province_id, min_price, max_price, sort, page } = input
  const asked = brandsOf(tree, category).find((share) => share.slug === brand)
  const brand_id = brand === undefined ? null : (asked?.brand_id ?? no_brand)
  const category_ids = branchOf(tree, category).map((shelf) => shelf.category_id)
  return {
    among: { category_ids, brand_id },
    province_id,
    min_price,
    max_price,
    sort,
    page,
    size: list_size,
  }
}

/** A category's page around the list that was found (spec §2, §3). */
export function categoryPage(
  tree: Tree,
  category: Category,
  { brand, sort }: CategoryInput,
  list: ProductList,
): CategoryPage {
  const { category_id, name, url_path, meta_keywords: keywords } = category
  return {
    category_id,
    name,
    path: `/${url_path}`,
    meta: metaOf(
      { ...category, keywords },
      { name, url_path, description: '', image: category.thumbnail },
    ),
    breadcrumb: pathTo(tree, category).map((shelf) => ({
      name: shelf.name,
      path: `/${shelf.url_path}`,
    })),
    children: childrenOf(tree, category_id)
      .filter((child) => hasGoods(tree, child))
      .map(categoryLink),
    brands: brandsOf(tree, category).map(({ name: brand_name, slug, product_count }) => ({
      name: brand_name,
      slug,
      product_count,
    })),
    brand: brand ?? null,
    sort,
    list,
  }
}
