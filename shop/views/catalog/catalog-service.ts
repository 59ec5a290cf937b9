import { catalog, type ProductCard } from '#contracts/storefront/catalog.ts'
import { ListingQuestion, type search } from '#contracts/storefront/search.ts'
import type { Database } from '#db/schema.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'
import { findSlug, loadTree } from '#shop/catalog/catalog-store.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import { homePage } from '#shop/catalog/home.ts'
import { categoryPage } from '#shop/catalog/category.ts'
import { menuCategories, menuEntries } from '#shop/catalog/menu.ts'
import { listNeeds } from '#shop/catalog/need-store.ts'
import { productPage } from '#shop/views/catalog/product-page.ts'
import { comparisonOf } from '#shop/catalog/comparison.ts'
import { findFacts } from '#shop/catalog/comparison-store.ts'
import { findProduct } from '#shop/views/catalog/product-page-store.ts'
import { findCombos } from '#shop/views/catalog/product-combos.ts'
import { loadCustomerGroups } from '#shop/customer/customer-group-store.ts'
import { loadPromotionTexts } from '#shop/views/promotion/promotion-texts.ts'
import { relatedCategories, shelfPage } from '#shop/catalog/list-page.ts'
import { findBrand, findCategoryWords, findTag } from '#shop/catalog/list-page-store.ts'
import { addressOf } from '#shop/catalog/slug.ts'
import { branchOf, type Tree } from '#shop/catalog/tree.ts'

const menu_lasts_ms = 30_000
const home_row_size = 10
const featured_size = 6
/** The menu names products, not prices: the default province stands for all. */
const any_province = default_province_id

interface Deps {
  db: Database
  now: Now
  /** Answers which products stand in a list. */
  search: Service<typeof search>
  /** Tells when what is remembered is no longer so. */
  feed: ChangeFeed | null
}

/** The catalogue as pages read it (contract §2, §3). */
export function catalogService({ db, now, search: finder, feed }: Deps): Service<typeof catalog> {
  const tree = cachedValue(() => loadTree(db), now, menu_lasts_ms)
  const texts = cachedValue(() => loadPromotionTexts(db, now()), now, menu_lasts_ms)
  const groups = cachedValue(() => loadCustomerGroups(db), now, menu_lasts_ms)
  const rows = async (shelves: Tree, province_id: number, size: number) => {
    const asked = menuCategories(shelves).map(async ({ category_id }) => {
      const question = ListingQuestion.parse({ category_id, province_id, size, with_facets: false })
      const { products } = await finder.products(null, question)
      return [category_id, products] as const
    })
    return new Map<number, readonly ProductCard[]>(await Promise.all(asked))
  }
  const related = async (shelves: Tree, asked: object, query = '') => {
    const question = ListingQuestion.parse({ ...asked, size: 200, with_facets: false })
    return relatedCategories(shelves, (await finder.products(null, question)).products, query)
  }
  const menu = cachedValue(
    async () => {
      const shelves = await tree()
      const [featured, needs] = await Promise.all([
        rows(shelves, any_province, featured_size),
        listNeeds(db),
      ])
      return menuEntries(shelves, featured, needs)
    },
    now,
    menu_lasts_ms,
  )
  feed?.subscribe(async (tags) => {
    if ([...tags].some(changesShelves)) tree.forget()
    if ([...tags].some(changesOffers)) {
      texts.forget()
      groups.forget()
    }
    if ([...tags].some((tag) => changesShelves(tag) || tag === 'listing')) menu.forget()
  })
  return {
    async resolve(_caller, { path }) {
      const asked = addressOf(path)
      const found = await findSlug(db, asked)
      if (!found) throw catalog.resolve.refuse('not_found')
      const { kind, entity_id: id, current_path } = found
      const is_here = path === current_path || path === `/${current_path}`
      return is_here
        ? { kind, id, moved_to: null }
        : { kind: 'moved', id, moved_to: `/${current_path}` }
    },
    menu: () => menu(),
    async home(_caller, { province_id }) {
      const shelves = await tree()
      return homePage(shelves, await rows(shelves, province_id, home_row_size))
    },
    async category(_caller, { category_id }) {
      const shelves = await tree()
      const category = shelves.get(category_id)
      if (!category) throw catalog.category.refuse('not_found')
      const branch = branchOf(shelves, category).map((shelf) => shelf.category_id)
      return categoryPage(shelves, category, await findCategoryWords(db, category_id, branch))
    },
    async tag(_caller, { tag_key }) {
      const [shelves, row] = await Promise.all([tree(), findTag(db, tag_key)])
      if (!row) throw catalog.tag.refuse('not_found')
      return shelfPage(row, `/the-san-pham/${row.key}`, await related(shelves, { tag: row.key }))
    },
    async brand(_caller, { slug }) {
      const [shelves, row] = await Promise.all([tree(), findBrand(db, slug)])
      if (!row) throw catalog.brand.refuse('not_found')
      const links = await related(shelves, { brand: [row.key] }, `?brand=${row.key}`)
      return shelfPage(row, `/thuong-hieu/${row.key}`, links)
    },
    async product(_caller, { product_id, province_id }) {
      const question = { province_id, now: now() }
      const [shelves, said, people] = await Promise.all([tree(), texts(), groups()])
      const has_combos = said.combo_versions.has(product_id)
      const [row, combos] = await Promise.all([
        findProduct(db, product_id, question),
        has_combos ? findCombos(db, product_id, question) : [],
      ])
      if (!row) throw catalog.product.refuse('not_found')
      const product_ids = row.versions.map((version) => version.product_id)
      const family = await finder.cards(null, { product_ids, province_id })
      const parts = { tree: shelves, texts: said, groups: people, family, combos }
      return productPage(row, { ...question, ...parts })
    },
    async compare(_caller, { product_ids }) {
      const asked = [...new Set(product_ids)]
      const [shelves, facts] = await Promise.all([tree(), findFacts(db, asked)])
      return comparisonOf(shelves, facts)
    },
  }
}

/** Somebody wrote a promotion, or the clock began or ended one. */
function changesOffers(tag: string): boolean {
  return /^(\*|offers|prices)$/.test(tag)
}

/** A brand or category has more or fewer goods, or is another one than before. */
function changesShelves(tag: string): boolean {
  return /^(\*|catalog|shelves|locations)$/.test(tag)
}
