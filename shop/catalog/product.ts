import type { Crumb, ProductPage } from '#contracts/catalog.ts'
import type { z } from 'zod'
import { cleanRichText } from '#platform/rich-text.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { ProductRow } from '#shop/catalog/product-store.ts'
import { plainName } from '#shop/catalog/slug.ts'
import { specificationOf } from '#shop/catalog/specification.ts'
import { free_shipping_from, home_delivery_fee } from '#shop/quote/quote.ts'
import { comingDay } from '#shop/stock/item.ts'
import { brandLink, pathTo, type Tree } from '#shop/catalog/tree.ts'

/** A version's page: what it is, its family, its colours and its table (spec §3). */
export function productPage(tree: Tree, row: ProductRow, now: Date): ProductPage {
  const { product_id, name, url_path, brand, warranty_months, description, colors } = row
  return {
    product_id,
    name,
    path: `/${url_path}`,
    brand,
    meta: metaOf(row, { name, url_path, description, image: colors[0]?.pictures[0]?.src ?? null }),
    category_id: row.category_id,
    breadcrumb: breadcrumbOf(tree, row),
    warranty_months,
    launch_on: comingDay(row.launched_on, now),
    shipping: { fee: home_delivery_fee, free_from: free_shipping_from },
    description: cleanRichText(description),
    faq: row.faq.map(({ question, answer }) => ({ question, answer: cleanRichText(answer) })),
    related: relatedShelves(tree, row),
    versions: row.versions.map((version) => ({
      ...version,
      is_current: version.product_id === product_id,
    })),
    colors,
    specification: specificationOf(row.attributes),
  }
}

/** Điện thoại / Apple / iPhone 18 Pro Max 256GB (product-language §3.2). */
function breadcrumbOf(tree: Tree, row: ProductRow): z.infer<typeof Crumb>[] {
  const category = tree.get(row.category_id)
  const shelves = category ? pathTo(tree, category) : []
  const crumbs = shelves.map(({ name, url_path }) => ({ name, path: `/${url_path}` }))
  const share = { brand_id: row.brand_id, name: row.brand, slug: row.brand_slug, product_count: 1 }
  const brand = category ? [brandLink(category, share)] : []
  return [...crumbs, ...brand, { name: plainName(row.name), path: `/${row.url_path}` }]
}

/** Tags first, then the category and its brand: where somebody goes on who does not take this one. */
function relatedShelves(tree: Tree, row: ProductRow): z.infer<typeof Crumb>[] {
  const tags = row.tags.map(({ name, tag_key }) => ({ name, path: `/the-san-pham/${tag_key}` }))
  const [brand, category] = breadcrumbOf(tree, row).slice(0, -1).toReversed()
  if (!brand || !category) return tags
  return [...tags, { name: `${category.name} ${brand.name}`, path: brand.path }, category]
}
