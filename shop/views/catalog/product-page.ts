import type {
  ColorVariant,
  Crumb,
  ProductCard,
  ProductPage,
} from '#contracts/storefront/catalog.ts'
import type { z } from 'zod'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { ColorRow } from '#shop/views/catalog/color-store.ts'
import type { ProductRow } from '#shop/views/catalog/product-page-store.ts'
import { plainName } from '#shop/catalog/slug.ts'
import { specificationOf } from '#shop/catalog/specification.ts'
import { specialPrice } from '#shop/pricing/price/price.ts'
import type { Offers } from '#shop/pricing/promotion/offers.ts'
import { type ComboRow, productCombos } from '#shop/views/catalog/product-combos.ts'
import { paymentLines, promotionPack } from '#shop/views/promotion/promotion-pack.ts'
import type { CustomerGroups } from '#shop/customer/customer-group.ts'
import { pricesByPerson, savingsOf } from '#shop/pricing/price/prices-by-person.ts'
import { offersIn } from '#shop/pricing/promotion/promotion-table.ts'
import type { PromotionTexts } from '#shop/views/promotion/promotion-texts.ts'
import { free_shipping_from, home_delivery_fee } from '#shop/quote/quote.ts'
import { comingDay } from '#shop/pricing/item/item.ts'
import { brandLink, pathTo, type Tree } from '#shop/catalog/tree.ts'

/** What a page is made of beside its own row. */
export interface PageParts {
  tree: Tree
  /** Cards of the family's versions: what they cost. */
  family: readonly ProductCard[]
  combos: readonly ComboRow[]
  texts: PromotionTexts
  groups: CustomerGroups
  province_id: number
  now: Date
}

/** A version's page: what it is, its family, its colours and its table (contract §3). */
export function productPage(row: ProductRow, parts: PageParts): ProductPage {
  const { product_id, name, url_path, brand, warranty_months, description, colors } = row
  const { tree, texts, groups, combos, province_id, now } = parts
  const shelves = row.category_path.toReversed()
  const offered = colors.map((color) => ({
    ...color,
    offers: offersIn(texts.table, {
      product_id: color.item_id,
      version_id: product_id,
      shelves,
    }),
  }))
  const question = { province_id, now }
  const product_ids = [product_id, ...colors.map((color) => color.item_id)]
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
    versions: row.versions.map((version) => versionOf(version, row, parts)),
    colors: offered.map((color) => colorVariant(color, parts)),
    promotions: promotionPack(offered, question, texts, groups),
    payment_offers: paymentLines(texts, { product_ids, category_ids: row.category_path }, question),
    combos: productCombos(combos, product_id, { ...question, table: texts.table }),
    specification: specificationOf(row.attributes),
  }
}

/** What another version costs is told by its card: the same price as in every list. */
function versionOf(
  version: ProductRow['versions'][number],
  { product_id }: ProductRow,
  { family }: PageParts,
): ProductPage['versions'][number] {
  const card = family.find((each) => each.product_id === version.product_id)
  return {
    ...version,
    price: card?.special_price ?? card?.price ?? null,
    is_in_stock: card?.is_in_stock ?? false,
    is_current: version.product_id === product_id,
  }
}

function colorVariant(
  row: ColorRow & { offers: Offers },
  { groups, province_id, now }: PageParts,
): ColorVariant {
  const { price_rows, offers, lowest_30_days, ...color } = row
  const prices = pricesByPerson(price_rows, offers, { province_id, now }, groups)
  if (prices === null) return { ...color, price: null, special_price: null }
  const { guest } = prices
  const special_price = specialPrice(guest)
  const ends = guest.trace.flatMap(({ valid_until }) => valid_until ?? []).toSorted()
  const applied = guest.trace.flatMap(({ reference, rule }) =>
    reference !== null && rule === 'catalogue' ? [reference] : [],
  )
  return {
    ...color,
    price: guest.list_price,
    special_price,
    ...(guest.flash ? { flash: guest.flash } : {}),
    ...savingsOf(prices),
    ...(special_price !== null && lowest_30_days !== null ? { lowest_30_days } : {}),
    ...(applied.length > 0 ? { applied } : {}),
    ...(ends[0] ? { valid_until: ends[0] } : {}),
  }
}

/** Điện thoại / Apple / iPhone 18 Pro Max 256GB. */
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
