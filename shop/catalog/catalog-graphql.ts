import type { Sort, SpecificationGroup } from '#contracts/catalog.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { loadTree } from '#shop/catalog/catalog-store.ts'
import {
  listAttributes,
  listProducts,
  type GraphqlQuestion,
  type GraphqlRow,
} from '#shop/catalog/graphql-store.ts'
import { type_defs } from '#shop/catalog/graphql-types.ts'
import { kept } from '#shop/catalog/kept.ts'
import { list_size } from '#shop/catalog/listing.ts'
import { specificationOf } from '#shop/catalog/specification.ts'
import { branchOf, pathTo, type Tree } from '#shop/catalog/tree.ts'
import { priceAt, specialPrice } from '#shop/price/price.ts'
import { no_offers } from '#shop/promotion/offers.ts'

interface ProductsArguments {
  filter?: { static?: StaticFilter | null } | null
  page?: number | null
  size?: number | null
  sort?: 'hot' | 'price_asc' | 'price_desc' | 'views' | null
}

interface StaticFilter {
  province_id?: number | null
  product_id?: number[] | null
  category_id?: number[] | null
  is_out_of_business?: boolean | null
  price?: { from?: unknown; to?: unknown } | null
}

/** Fields of an answer that cost a query of their own are functions: called only when asked for. */
interface Product {
  general: object
  filterable: object
  specification: () => Promise<SpecificationGroup[]>
}

const tree_lasts_ms = 30_000
const default_province = 30
const most_products = 100
const most_pages = 10_000

/** The GraphQL operations `products` and `product_by_id` (spec §3, §7). */
export function catalogGraphql({ db, now }: { db: Database; now: Now }) {
  const tree = kept(() => loadTree(db), now, tree_lasts_ms)
  return {
    type_defs,
    sizes: { products: { usual: list_size, most: most_products } },
    query: {
      async products(given: ProductsArguments) {
        const shelves = await tree()
        const question = questionOf(given, shelves)
        const { total, rows } = await listProducts(db, question)
        const { page, size } = question
        return { total, page, size, data: productsOf(db, shelves, rows, question) }
      },
      async product_by_id(given: { product_id: number; province_id?: number | null }) {
        const { product_id, province_id } = given
        const filter = { static: { product_id: [product_id], province_id: province_id ?? null } }
        const shelves = await tree()
        const question = questionOf({ filter }, shelves)
        const { rows } = await listProducts(db, question)
        return productsOf(db, shelves, rows, question)[0] ?? null
      },
    },
  }
}

function questionOf(given: ProductsArguments, tree: Tree): GraphqlQuestion {
  const { province_id, product_id, category_id, is_out_of_business, price } = {
    ...given.filter?.static,
  }
  return {
    province_id: province_id ?? default_province,
    product_ids: product_id?.slice(0, most_products) ?? null,
    category_ids: category_id?.flatMap((id) => shelvesBelow(tree, id)) ?? null,
    is_active: is_out_of_business !== true,
    from: amount(price?.from),
    to: amount(price?.to),
    sort: (given.sort ?? 'hot').replace('_', '-') as Sort,
    page: within(given.page ?? 1, most_pages),
    size: within(given.size ?? list_size, most_products),
  }
}

function shelvesBelow(tree: Tree, category_id: number): number[] {
  const category = tree.get(category_id)
  return category ? branchOf(tree, category).map((shelf) => shelf.category_id) : [category_id]
}

/** An end of a price range; what is no whole number of đồng counts as open. */
function amount(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}

function within(value: number, most: number): number {
  return Math.min(Math.max(value, 1), most)
}

function productsOf(
  db: Database,
  tree: Tree,
  rows: readonly GraphqlRow[],
  { province_id }: GraphqlQuestion,
): Product[] {
  let attributes: ReturnType<typeof listAttributes> | undefined
  return rows.map((row) => ({
    general: general(row, tree),
    filterable: filterable(row, province_id),
    specification: async () => {
      attributes ??= listAttributes(
        db,
        rows.map((each) => each.product_id),
      )
      return specificationOf((await attributes).get(row.product_id) ?? [])
    },
  }))
}

function general(row: GraphqlRow, tree: Tree) {
  const { product_id, sku, name, url_path, thumbnail, type, parent_id, child_product } = row
  const category = tree.get(row.category_id)
  return {
    product_id,
    sku,
    name,
    url_path,
    uri: url_path,
    thumbnail,
    type,
    parent_id,
    child_product,
    color_name: row.color_name,
    categories: (category ? pathTo(tree, category) : []).map((shelf) => ({
      category_id: shelf.category_id,
      parent_id: shelf.parent_id,
      name: shelf.name,
      uri: shelf.url_path,
    })),
    other_attributes: {
      meta_title: row.meta_title,
      meta_description: row.meta_description,
      meta_keyword: row.keywords,
      canonical_tag: row.canonical_tag,
      meta_thumbnail: row.meta_thumbnail,
      meta_index: row.meta_index,
      meta_follow: row.meta_follow,
    },
  }
}

function filterable(row: GraphqlRow, province_id: number) {
  const price = priceAt(row.price_rows, no_offers, {
    province_id,
    customer_group_id: null,
    now: new Date(0),
  })
  return {
    stock: row.stock,
    views: row.views,
    price: price?.list_price ?? null,
    special_price: price && specialPrice(price),
    prices: groupPrices(row, province_id),
    flash_sale_types: [],
    promotion_pack: [],
    member_promotion: null,
    sep_data: null,
  }
}

function groupPrices(row: GraphqlRow, province_id: number) {
  const groups = new Map(row.price_rows.map((each) => [each.customer_group_id, each.code]))
  const guest = priceAt(row.price_rows, no_offers, {
    province_id,
    customer_group_id: null,
    now: new Date(0),
  })
  return [...groups].flatMap(([customer_group_id, customer_group]) => {
    const price = priceAt(row.price_rows, no_offers, {
      province_id,
      customer_group_id,
      now: new Date(0),
    })
    if (!price || !customer_group || price.final_price === guest?.final_price) return []
    return [{ customer_group, price: price.list_price, special_price: specialPrice(price) }]
  })
}
