import type { Sort, SpecificationGroup } from '#contracts/storefront/catalog.ts'
import { ListingQuestion, type search } from '#contracts/storefront/search.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'
import { loadTree } from '#shop/catalog/catalog-store.ts'
import {
  filterable,
  paid,
  pricedRow,
  type PricedRow,
  type PricingContext,
} from '#shop/views/graphql/graphql-price.ts'
import {
  findProductIds,
  type GraphqlQuestion,
  listAttributes,
  loadProducts,
} from '#shop/views/graphql/graphql-store.ts'
import { type_defs } from '#shop/views/graphql/graphql-types.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import { list_size } from '#shop/catalog/listing.ts'
import { specificationOf } from '#shop/catalog/specification.ts'
import { branchOf, pathTo, type Tree } from '#shop/catalog/tree.ts'
import { findAnnouncements } from '#shop/pricing/promotion/announcement-store.ts'
import { loadCustomerGroups } from '#shop/customer/customer-group-store.ts'
import { loadPromotionTexts } from '#shop/views/promotion/promotion-texts.ts'

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

/** A product of an answer. Fields that cost work of their own are functions: they run only if selected. */
interface Product {
  general: object
  filterable: () => object
  specification: () => Promise<SpecificationGroup[]>
}

const tree_lasts_ms = 30_000
/** Changes of promotions show after this time at most. */
const offers_last_ms = 1_000
const max_products = 100
const max_pages = 10_000

interface Deps {
  db: Database
  now: Now
  /** Returns lists of products on sale. */
  search: Service<typeof search>
}

/** The GraphQL operations `products`, `product_by_id` and `promotion_announcement` (contract §3, §7). */
export function catalogGraphql({ db, now, search: finder }: Deps) {
  const tree = cachedValue(() => loadTree(db), now, tree_lasts_ms)
  const groups = cachedValue(() => loadCustomerGroups(db), now, tree_lasts_ms)
  const texts = cachedValue(() => loadPromotionTexts(db, now()), now, offers_last_ms)
  const announced = cachedValue(() => findAnnouncements(db, now()), now, offers_last_ms)
  const answer = async (args: ProductsArguments) => {
    const [categories, customer_groups, promotion_texts] = await Promise.all([
      tree(),
      groups(),
      texts(),
    ])
    const question = questionOf(args, categories)
    const context = {
      province_id: question.province_id,
      now: now(),
      groups: customer_groups,
      texts: promotion_texts,
    }
    const { total, rows } = await findProducts(db, finder, question, context)
    const { page, size } = question
    return { total, page, size, data: productsOf(db, categories, rows, context) }
  }
  return {
    type_defs,
    sizes: {
      products: { usual: list_size, max: max_products },
      promotion_announcement: { usual: 20, max: 20 },
    },
    query: {
      products: answer,
      async product_by_id(args: { product_id: number; province_id?: number | null }) {
        const { product_id, province_id } = args
        const filter = { static: { product_id: [product_id], province_id: province_id ?? null } }
        return (await answer({ filter })).data[0] ?? null
      },
      promotion_announcement: () => announced(),
    },
  }
}

/** Finds products on sale by search; products by id and inactive products by SQL. */
async function findProducts(
  db: Database,
  finder: Service<typeof search>,
  question: GraphqlQuestion,
  context: PricingContext,
): Promise<{ total: number; rows: PricedRow[] }> {
  const { page, size, product_ids, category_ids, is_active, from, to, sort, province_id } = question
  if (product_ids === null && is_active) {
    const { total, products } = await finder.products(null, {
      ...ListingQuestion.parse({ province_id, page, size, sort, with_facets: false }),
      ...(category_ids === null ? {} : { category_ids }),
      ...(from === null ? {} : { min_price: from }),
      ...(to === null ? {} : { max_price: to }),
    })
    const ids = products.map((card) => card.product_id)
    const rows = await loadProducts(db, ids, context)
    return { total, rows: rows.map((row) => pricedRow(row, context)) }
  }
  const ids = await findProductIds(db, question)
  const rows = (await loadProducts(db, ids, context))
    .map((row) => pricedRow(row, context))
    .filter((row) => (from === null || paid(row) >= from) && (to === null || paid(row) <= to))
    .toSorted(byOrder(sort))
  return { total: rows.length, rows: rows.slice((page - 1) * size, page * size) }
}

function byOrder(sort: Sort): (one: PricedRow, other: PricedRow) => number {
  const by: Record<Sort, (each: PricedRow) => number> = {
    hot: ({ row }) => row.position,
    'price-asc': paid,
    'price-desc': (each) => -paid(each),
    views: ({ row }) => -row.views,
  }
  return (one, other) =>
    one.availability - other.availability ||
    by[sort](one) - by[sort](other) ||
    one.row.product_id - other.row.product_id
}

function questionOf(args: ProductsArguments, tree: Tree): GraphqlQuestion {
  const { province_id, product_id, category_id, is_out_of_business, price } = {
    ...args.filter?.static,
  }
  return {
    province_id: province_id ?? default_province_id,
    product_ids: product_id?.slice(0, max_products) ?? null,
    category_ids: category_id?.flatMap((id) => categoriesBelow(tree, id)) ?? null,
    is_active: is_out_of_business !== true,
    from: amount(price?.from),
    to: amount(price?.to),
    sort: (args.sort ?? 'hot').replace('_', '-') as Sort,
    page: clamp(args.page ?? 1, max_pages),
    size: clamp(args.size ?? list_size, max_products),
  }
}

function categoriesBelow(tree: Tree, category_id: number): number[] {
  const category = tree.get(category_id)
  return category ? branchOf(tree, category).map((category) => category.category_id) : [category_id]
}

/** Returns an end of a price range in đồng; null, an open end, for anything but a whole number. */
function amount(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 1), max)
}

function productsOf(
  db: Database,
  tree: Tree,
  rows: readonly PricedRow[],
  context: PricingContext,
): Product[] {
  let attributes: ReturnType<typeof listAttributes> | undefined
  return rows.map((priced) => ({
    general: general(priced, tree),
    filterable: () => filterable(priced, context),
    specification: async () => {
      attributes ??= listAttributes(
        db,
        rows.map(({ row }) => row.product_id),
      )
      return specificationOf((await attributes).get(priced.row.product_id) ?? [])
    },
  }))
}

function general({ row, color }: PricedRow, tree: Tree) {
  const { product_id, sku, name, url_path, type, parent_id, child_product } = row
  const category = tree.get(row.category_id)
  return {
    product_id,
    sku,
    name,
    url_path,
    uri: url_path,
    thumbnail: color?.thumbnail ?? null,
    type,
    parent_id,
    child_product,
    color_name: row.color_name,
    categories: (category ? pathTo(tree, category) : []).map((category) => ({
      category_id: category.category_id,
      parent_id: category.parent_id,
      name: category.name,
      uri: category.url_path,
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
