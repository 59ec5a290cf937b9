import { catalog } from '#contracts/storefront/catalog.ts'
import { type Listing, ListingQuestion, type search } from '#contracts/storefront/search.ts'
import type { Database } from '#db/schema.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'
import { chargingOf } from '#shop/catalog/charging.ts'
import { findChargers, findDevice } from '#shop/catalog/charging-store.ts'
import { findSlug, loadTree } from '#shop/catalog/catalog-store.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import { homePage } from '#shop/catalog/home.ts'
import { categoryPage } from '#shop/catalog/category.ts'
import { menuCategories, menuEntries } from '#shop/catalog/menu.ts'
import { withOwnCanonical } from '#shop/catalog/meta.ts'
import { listNeeds } from '#shop/catalog/need-store.ts'
import { productPage } from '#shop/views/catalog/product-page.ts'
import { comparisonOf } from '#shop/catalog/comparison.ts'
import { findFacts } from '#shop/catalog/comparison-store.ts'
import { findProduct } from '#shop/views/catalog/product-page-store.ts'
import {
  accessoryOf,
  accessoryReasons,
  withoutWeakChargers,
} from '#shop/views/catalog/accessories.ts'
import { findPriceHistory } from '#shop/views/catalog/price-history-store.ts'
import { findCombos } from '#shop/views/catalog/product-combos.ts'
import { listBonuses } from '#shop/trade/trade-in/trade-device-store.ts'
import { loadLenders } from '#shop/pricing/installment/lender-store.ts'
import { loadCustomerGroups } from '#shop/customer/customer-group-store.ts'
import { loadPromotionTexts } from '#shop/views/promotion/promotion-texts.ts'
import { relatedCategories, collectionPage } from '#shop/catalog/list-page.ts'
import { findBrand, findCategoryTexts, findTag } from '#shop/catalog/list-page-store.ts'
import { addressOf } from '#shop/catalog/slug.ts'
import { branchOf, type Tree } from '#shop/catalog/tree.ts'

const cache_lasts_ms = 30_000
const home_row_size = 10
const featured_size = 6
/** The categories of a collection are those of its first products. */
const collection_size = 200

interface Deps {
  db: Database
  now: Now
  /** Returns lists of products. */
  search: Service<typeof search>
  /** Announces changes, which clear the caches. */
  feed: ChangeFeed | null
  /** The address of the shop: canonical addresses with it are its own. */
  public_url: string
}

/** Answers the pages of the catalogue (contract §2, §3). */
export function catalogService(deps: Deps): Service<typeof catalog> {
  const { db, now, search: finder, public_url } = deps
  const { tree, texts, groups, menu, menuOf, lenders, bonuses, chargers } = openCaches(deps)
  return {
    async resolve(_caller, { path }) {
      const asked = addressOf(path)
      const found = categoryAt(await tree(), asked) ?? (await findSlug(db, asked))
      if (!found) throw catalog.resolve.refuse('not_found')
      const { kind, entity_id: id, current_path } = found
      const is_here = path === current_path || path === `/${current_path}`
      return is_here
        ? { kind, id, moved_to: null }
        : { kind: 'moved', id, moved_to: `/${current_path}` }
    },
    // Every page asks for the menu of the default province, so that one is kept.
    menu: async (_caller, { province_id }) =>
      province_id === default_province_id ? menu() : menuOf(province_id),
    async home(_caller, { province_id }) {
      const categories = await tree()
      const size = home_row_size
      const lists = await listsOf(finder, categories, { province_id, size, with_facets: false })
      return homePage(categories, lists)
    },
    async category(_caller, { category_id }) {
      const categories = await tree()
      const category = categories.get(category_id)
      if (!category) throw catalog.category.refuse('not_found')
      const branch = branchOf(categories, category).map((category) => category.category_id)
      const texts = await findCategoryTexts(db, category_id, branch)
      return categoryPage(categories, withOwnCanonical(category, public_url), texts)
    },
    async tag(_caller, { tag_key }) {
      const [categories, row] = await Promise.all([tree(), findTag(db, tag_key)])
      if (!row) throw catalog.tag.refuse('not_found')
      const links = await linksOf(finder, categories, { tag: row.key })
      return collectionPage(row, `/the-san-pham/${row.key}`, links)
    },
    async brand(_caller, { slug }) {
      const [categories, row] = await Promise.all([tree(), findBrand(db, slug)])
      if (!row) throw catalog.brand.refuse('not_found')
      const links = await linksOf(finder, categories, { brand: [row.key] }, `?brand=${row.key}`)
      return collectionPage(row, `/thuong-hieu/${row.key}`, links)
    },
    async product(_caller, { product_id, province_id }) {
      const question = { province_id, now: now() }
      const [categories, promotion_texts, customer_groups, all_lenders, all_bonuses, all_chargers] =
        await Promise.all([tree(), texts(), groups(), lenders(), bonuses(), chargers()])
      const has_combos = promotion_texts.combo_versions.has(product_id)
      const [row, combos] = await Promise.all([
        findProduct(db, product_id, question),
        has_combos ? findCombos(db, product_id, question) : [],
      ])
      if (!row) throw catalog.product.refuse('not_found')
      const product_ids = row.versions.map((version) => version.product_id)
      const family = await finder.cards(null, { product_ids, province_id })
      const data = {
        tree: categories,
        texts: promotion_texts,
        groups: customer_groups,
        family,
        combos: withoutWeakChargers(combos, chargingOf(row), all_chargers),
        lenders: all_lenders,
        bonuses: all_bonuses,
      }
      return productPage(withOwnCanonical(row, public_url), { ...question, ...data })
    },
    async accessories(_caller, { product_id, province_id }) {
      const reasons = accessoryReasons(
        ...(await Promise.all([findDevice(db, product_id), chargers()])),
      )
      const product_ids = [...reasons.keys()]
      const cards = await finder.cards(null, { product_ids, province_id })
      return cards.map((card) => accessoryOf(card, reasons.get(card.product_id) ?? ''))
    },
    async priceHistory(_caller, { item_id }) {
      return { days: await findPriceHistory(db, item_id, now()) }
    },
    async compare(_caller, { product_ids }) {
      const asked = [...new Set(product_ids)]
      const [categories, facts] = await Promise.all([tree(), findFacts(db, asked)])
      return comparisonOf(categories, facts)
    },
  }
}

/** Opens the data that many pages share. It is loaded again after 30 s, or when a change of it is announced. */
function openCaches({ db, now, search: finder, feed }: Deps) {
  const cached = <T>(load: () => Promise<T>) => cachedValue(load, now, cache_lasts_ms)
  const tree = cached(() => loadTree(db))
  const texts = cached(() => loadPromotionTexts(db, now()))
  const groups = cached(() => loadCustomerGroups(db))
  const lenders = cached(() => loadLenders(db))
  const bonuses = cached(() => listBonuses(db))
  const chargers = cached(() => findChargers(db))
  const menuOf = async (province_id: number) => {
    const categories = await tree()
    const [lists, needs] = await Promise.all([
      listsOf(finder, categories, { province_id, size: featured_size, with_facets: true }),
      listNeeds(db),
    ])
    return menuEntries(categories, lists, needs)
  }
  const menu = cached(() => menuOf(default_province_id))
  feed?.subscribe(async (tags) => {
    if ([...tags].some(changesCategories)) tree.forget()
    if ([...tags].some((tag) => changesCategories(tag) || tag.startsWith('product:')))
      chargers.forget()
    if ([...tags].some(changesOffers)) {
      texts.forget()
      groups.forget()
    }
    if (tags.has('installment') || tags.has('*')) lenders.forget()
    if (tags.has('trade') || tags.has('*')) bonuses.forget()
    if ([...tags].some((tag) => changesCategories(tag) || tag === 'listing')) menu.forget()
  })
  return { tree, texts, groups, menu, menuOf, lenders, bonuses, chargers }
}

/** What stands at the address of a category. */
function categoryAt(categories: Tree, path: string) {
  const category = [...categories.values()].find(({ url_path }) => url_path === path)
  return (
    category && { kind: 'category' as const, entity_id: category.category_id, current_path: path }
  )
}

/** Returns the list of each category of the menu. */
async function listsOf(
  finder: Deps['search'],
  categories: Tree,
  asked: { province_id: number; size: number; with_facets: boolean },
): Promise<ReadonlyMap<number, Listing>> {
  const lists = menuCategories(categories).map(async ({ category_id }) => {
    const question = ListingQuestion.parse({ ...asked, category_id })
    return [category_id, await finder.products(null, question)] as const
  })
  return new Map(await Promise.all(lists))
}

/** Returns links to the categories of a collection's products. `query` is appended to each link. */
async function linksOf(finder: Deps['search'], categories: Tree, asked: object, query = '') {
  const whole = { ...asked, size: collection_size, with_facets: false }
  const { products } = await finder.products(null, ListingQuestion.parse(whole))
  return relatedCategories(categories, products, query)
}

/** Returns whether a tag means that a promotion was changed, began or ended. */
function changesOffers(tag: string): boolean {
  return /^(\*|offers|prices)$/.test(tag)
}

/** Returns whether a tag means that a brand or category changed, or the number of its products. */
function changesCategories(tag: string): boolean {
  return /^(\*|catalog|taxonomy|locations)$/.test(tag)
}
