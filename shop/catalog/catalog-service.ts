import { catalog } from '#contracts/catalog.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { findSlug, loadTree } from '#shop/catalog/catalog-store.ts'
import { listRows } from '#shop/catalog/home-store.ts'
import { kept } from '#shop/catalog/kept.ts'
import { listCards } from '#shop/catalog/listing-store.ts'
import { homePage } from '#shop/catalog/home.ts'
import { categoryPage, categoryQuestion } from '#shop/catalog/category.ts'
import { menuEntries, rowsOfShelves } from '#shop/catalog/menu.ts'
import { productPage } from '#shop/catalog/product.ts'
import { findProduct, findSimilar } from '#shop/catalog/product-store.ts'
import { addressOf } from '#shop/catalog/slug.ts'

const menu_lasts_ms = 30_000
const home_row_size = 10
const featured_size = 6
const similar_size = 10
/** The menu names products, not prices: the default province stands for all (spec §9). */
const any_province = 30

/** The catalogue as pages read it (spec §2, §3). */
export function catalogService({ db, now }: { db: Database; now: Now }): Service<typeof catalog> {
  const tree = kept(() => loadTree(db), now, menu_lasts_ms)
  const menu = kept(
    async () => {
      const shelves = await tree()
      const rows = rowsOfShelves(shelves)
      return menuEntries(shelves, await listRows(db, rows, any_province, featured_size))
    },
    now,
    menu_lasts_ms,
  )
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
      const rows = await listRows(db, rowsOfShelves(shelves), province_id, home_row_size)
      return homePage(shelves, rows)
    },
    async category(_caller, input) {
      const shelves = await tree()
      const category = shelves.get(input.category_id)
      if (!category) throw catalog.category.refuse('not_found')
      const question = categoryQuestion(shelves, category, input)
      const list = await listCards(db, question)
      const { page, size } = question
      return categoryPage(shelves, category, input, { ...list, page, size })
    },
    async product(_caller, { product_id, province_id }) {
      const [shelves, row, similar] = await Promise.all([
        tree(),
        findProduct(db, product_id, province_id),
        findSimilar(db, product_id, province_id, similar_size),
      ])
      if (!row) throw catalog.product.refuse('not_found')
      return productPage(shelves, row, similar)
    },
  }
}
