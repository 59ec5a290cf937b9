import type { Crumb, ProductCard, ProductPage } from '#contracts/catalog.ts'
import type { z } from 'zod'
import { metaOf } from '#shop/catalog/meta.ts'
import type { ProductRow } from '#shop/catalog/product-store.ts'
import { plainName } from '#shop/catalog/slug.ts'
import { specificationOf } from '#shop/catalog/specification.ts'
import { brandLink, pathTo, type Tree } from '#shop/catalog/tree.ts'

/** A version's page: what it is, its family, its colours, its table and what resembles it (spec §3). */
export function productPage(tree: Tree, row: ProductRow, similar: ProductCard[]): ProductPage {
  const { product_id, name, url_path, brand, warranty_months, description, colors } = row
  return {
    product_id,
    name,
    path: `/${url_path}`,
    brand,
    meta: metaOf(row, { name, url_path, description, image: colors[0]?.pictures[0]?.src ?? null }),
    breadcrumb: breadcrumbOf(tree, row),
    warranty_months,
    description,
    versions: row.versions.map((version) => ({
      ...version,
      is_current: version.product_id === product_id,
    })),
    colors,
    specification: specificationOf(row.attributes),
    similar,
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
