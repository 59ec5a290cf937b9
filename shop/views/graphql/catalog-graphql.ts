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
  type PriceParts,
} from '#shop/views/graphql/graphql-price.ts'
import {
  findNumbers,
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

/** Fields of an answer that cost a query of their own are functions: called only when asked for. */
interface Product {
  general: object
  filterable: () => object
  specification: () => Promise<SpecificationGroup[]>
}

const tree_lasts_ms = 30_000
/** Without waiting to be told: a promotion shows at most so late. */
const offers_last_ms = 1_000
const most_products = 100
const most_pages = 10_000

interface Deps {
  db: Database
  now: Now
  /** Answers which goods that are sold stand in a list. */
  search: Service<typeof search>
}

/** The GraphQL operations `products`, `product_by_id` and `promotion_announcement` (contract §3, §7). */
export function catalogGraphql({ db, now, search: finder }: Deps) {
  const tree = cachedValue(() => loadTree(db), now, tree_lasts_ms)
  const groups = cachedValue(() => loadCustomerGroups(db), now, tree_lasts_ms)
  const texts = cachedValue(() => loadPromotionTexts(db, now()), now, offers_last_ms)
  const announced = cachedValue(() => findAnnouncements(db, now()), now, offers_last_ms)
  const answer = async (given: ProductsArguments) => {
    const [shelves, people, said] = await Promise.all([tree(), groups(), texts()])
    const question = questionOf(given, shelves)
    const parts = {
      province_id: question.province_id,
      now: now(),
      groups: people,
      texts: said,
    }
    const { total, rows } = await findProducts(db, finder, question, parts)
    const { page, size } = question
    return { total, page, size, data: productsOf(db, shelves, rows, parts) }
  }
  return {
    type_defs,
    sizes: {
      products: { usual: list_size, most: most_products },
      promotion_announcement: { usual: 20, most: 20 },
    },
    query: {
      products: answer,
      async product_by_id(given: { product_id: number; province_id?: number | null }) {
        const { product_id, province_id } = given
        const filter = { static: { product_id: [product_id], province_id: province_id ?? null } }
        return (await answer({ filter })).data[0] ?? null
      },
      promotion_announcement: () => announced(),
    },
  }
}

/** Goods on sale are a question for search; those asked for by number, or gone, are looked up here. */
async function findProducts(
  db: Database,
  finder: Service<typeof search>,
  question: GraphqlQuestion,
  parts: PriceParts,
): Promise<{ total: number; rows: PricedRow[] }> {
  const { page, size, product_ids, category_ids, is_active, from, to, sort, province_id } = question
  if (product_ids === null && is_active) {
    const { total, products } = await finder.products(null, {
      ...ListingQuestion.parse({ province_id, page, size, sort, with_facets: false }),
      ...(category_ids === null ? {} : { category_ids }),
      ...(from === null ? {} : { min_price: from }),
      ...(to === null ? {} : { max_price: to }),
    })
    const numbers = products.map((card) => card.product_id)
    const rows = await loadProducts(db, numbers, parts)
    return { total, rows: rows.map((row) => pricedRow(row, parts)) }
  }
  const numbers = await findNumbers(db, question)
  const rows = (await loadProducts(db, numbers, parts))
    .map((row) => pricedRow(row, parts))
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
    one.shelf - other.shelf ||
    by[sort](one) - by[sort](other) ||
    one.row.product_id - other.row.product_id
}

function questionOf(given: ProductsArguments, tree: Tree): GraphqlQuestion {
  const { province_id, product_id, category_id, is_out_of_business, price } = {
    ...given.filter?.static,
  }
  return {
    province_id: province_id ?? default_province_id,
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
  rows: readonly PricedRow[],
  parts: PriceParts,
): Product[] {
  let attributes: ReturnType<typeof listAttributes> | undefined
  return rows.map((priced) => ({
    general: general(priced, tree),
    filterable: () => filterable(priced, parts),
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
