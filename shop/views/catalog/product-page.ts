import type {
  ColorVariant,
  Crumb,
  ProductCard,
  ProductPage,
} from '#contracts/storefront/catalog.ts'
import type { z } from 'zod'
import { deliveryText } from '#pure/delivery-text.ts'
import { formatDong } from '#pure/money.ts'
import { rowTexts, unitRows } from '#pure/price-rows.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { productSummary } from '#shop/catalog/product-summary.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { ColorRow } from '#shop/views/catalog/color-store.ts'
import type { ProductRow } from '#shop/views/catalog/product-page-store.ts'
import { plainName } from '#shop/catalog/slug.ts'
import { specificationOf } from '#shop/catalog/specification.ts'
import { paymentProblems } from '#shop/views/catalog/payment-problems.ts'
import { type Lenders, lowestLoan } from '#shop/pricing/installment/lender.ts'
import { promotionProblems } from '#shop/views/catalog/promotion-problems.ts'
import { nextPrice } from '#shop/pricing/price/next-price.ts'
import { type Price, priceAt, specialPrice } from '#shop/pricing/price/price.ts'
import { type Offers, offersOnSale, promotionsFor } from '#shop/pricing/promotion/offers.ts'
import { type ComboRow, productCombos } from '#shop/views/catalog/product-combos.ts'
import { paymentLines, promotionPack } from '#shop/views/promotion/promotion-pack.ts'
import type { CustomerGroups } from '#shop/customer/customer-group.ts'
import { pricesByPerson, savingsOf } from '#shop/pricing/price/prices-by-person.ts'
import { offersIn } from '#shop/pricing/promotion/promotion-table.ts'
import type { PromotionTexts } from '#shop/views/promotion/promotion-texts.ts'
import { comingDay } from '#shop/pricing/item/item.ts'
import { brandLink, pathTo, type Tree } from '#shop/catalog/tree.ts'
import { upgradePrice } from '#shop/trade/trade-in/valuation.ts'

/** The data of a page besides the product's own row. */
interface PageData {
  tree: Tree
  /** Cards of the family's versions, for their prices. */
  family: readonly ProductCard[]
  combos: readonly ComboRow[]
  texts: PromotionTexts
  groups: CustomerGroups
  lenders: Lenders
  /** What the shop adds for old devices. */
  bonuses: readonly { base_price: number; upgrade_bonus: number }[]
  province_id: number
  now: Date
}

/** Returns a version's page with its family, colours and specification (contract §3). */
export function productPage(row: ProductRow, data: PageData): ProductPage {
  const { product_id, name, url_path, brand, warranty_months, description, colors } = row
  const { tree, texts, groups, combos, province_id, now } = data
  const category_ids = row.category_path.toReversed()
  const launch_on = comingDay(row.launched_on, now)
  const offered = colors.map((color) => {
    const item = { product_id: color.item_id, version_id: product_id, category_ids }
    const is_on_sale = color.is_in_stock && launch_on === null
    return { ...color, offers: offersOnSale(offersIn(texts.table, item), is_on_sale), is_on_sale }
  })
  const question = { province_id, now }
  const product_ids = [product_id, ...colors.map((color) => color.item_id)]
  return {
    product_id,
    name,
    path: `/${url_path}`,
    brand,
    meta: metaOf(row, {
      name,
      url_path,
      description: description || productSummary(row),
      image: colors[0]?.pictures[0]?.src ?? null,
    }),
    category_id: row.category_id,
    breadcrumb: breadcrumbOf(tree, row),
    warranty_months,
    launch_on,
    shipping: row.delivery,
    description: cleanRichText(description),
    faq: row.faq.map(({ question, answer }) => ({ question, answer: cleanRichText(answer) })),
    related: relatedCrumbs(tree, row),
    versions: row.versions.map((version) => versionOf(version, row, data)),
    colors: withViews(offered).map((color) => colorVariant(color, row, data)),
    promotions: promotionPack(offered, question, texts, groups),
    payment_offers: paymentLines(texts, { product_ids, category_ids: row.category_path }, question),
    combos: productCombos(combos, product_id, { ...question, table: texts.table }),
    specification: specificationOf(row.attributes),
    views: row.views,
  }
}

/** A colour with nothing but its main picture also shows the further views of the first colour that has some. */
function withViews<Color extends Pick<ColorRow, 'pictures' | 'color_name'>>(
  colors: readonly Color[],
): (Color & Pick<ColorVariant, 'views_of'>)[] {
  const source = colors.find(({ pictures }) => pictures.length > 1)
  if (source === undefined) return [...colors]
  const { color_name: views_of, pictures } = source
  return colors.map((color) =>
    color.pictures.length === 1
      ? { ...color, pictures: [...color.pictures, ...pictures.slice(1)], views_of }
      : color,
  )
}

/** Returns a version of the family. Its price is that of its card, the same as in every list. */
function versionOf(
  version: ProductRow['versions'][number],
  { product_id }: ProductRow,
  { family }: PageData,
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
  row: ColorRow & Pick<ColorVariant, 'views_of'> & { offers: Offers; is_on_sale: boolean },
  version: Pick<ProductRow, 'product_id' | 'category_path' | 'delivery'>,
  { groups, province_id, now, texts, lenders, bonuses }: PageData,
): ColorVariant {
  const { price_rows, offers, is_on_sale, lowest_30_days, gtin, mpn, has_codes, ...rest } = row
  const color = { ...rest, ...(gtin ? { gtin } : {}), ...(mpn ? { mpn } : {}) }
  const prices = pricesByPerson(price_rows, offers, { province_id, now }, groups)
  if (prices === null) return { ...color, price: null, special_price: null }
  const { guest } = prices
  const special_price = specialPrice(guest)
  const next_price = is_on_sale
    ? nextPrice(price_rows, offers, { province_id, now }, guest.final_price)
    : null
  const ends = guest.trace.flatMap(({ valid_until }) => valid_until ?? []).toSorted()
  // Prices of a flash sale are for what is paid at once.
  const question = { province_id, customer_group_id: null, now, without_flash: true }
  const in_parts =
    offers.flash.length === 0 ? guest : (priceAt(price_rows, offers, question) ?? guest)
  const goods = { price: in_parts.final_price, category_ids: version.category_path }
  const loan = lowestLoan(lenders, goods)
  const upgrade = has_codes ? upgradePrice(guest.final_price, bonuses) : null
  const applied = guest.trace.flatMap(({ reference, rule }) =>
    reference !== null && rule === 'catalogue' ? [reference] : [],
  )
  return {
    ...color,
    price: guest.list_price,
    special_price,
    ...(guest.flash ? { flash: guest.flash } : {}),
    ...savingsOf(prices),
    ...(applied.length > 0 ? { applied } : {}),
    ...(ends[0] ? { valid_until: ends[0] } : {}),
    ...(special_price === null ? {} : reductionOf(guest, lowest_30_days)),
    ...(next_price === null ? {} : { next_price }),
    delivery_text: deliveryText(guest.final_price, version.delivery),
    ...(loan === null ? {} : { monthly: loan.monthly }),
    ...(upgrade === null ? {} : { upgrade }),
    ...paymentProblems(color.item_id, guest, version, texts.payment),
    ...promotionProblems(
      guest,
      promotionsFor(offers.promotions, { province_id, now, customer_group_id: null }),
    ),
  }
}

/** The rows of a reduced price, and the lowest one of 30 days. A higher one was paid before the promotion began. */
function reductionOf(
  { trace, final_price }: Price,
  lowest: number | null,
): Pick<ColorVariant, 'price_rows' | 'lowest_price'> {
  // The page prints the last row as the price itself.
  const price_rows = rowTexts(unitRows(trace)).slice(0, -1)
  if (lowest === null) return { price_rows }
  // Naming the price of today again would say nothing.
  if (lowest === final_price) return { price_rows, lowest_price: 'Đang là giá thấp nhất 30 ngày' }
  const since = lowest > final_price ? 'trước khuyến mãi' : 'qua'
  return { price_rows, lowest_price: `Giá thấp nhất 30 ngày ${since}: ${formatDong(lowest)}` }
}

/** Returns the breadcrumb: Điện thoại / Apple / iPhone 18 Pro Max 256GB. */
function breadcrumbOf(tree: Tree, row: ProductRow): z.infer<typeof Crumb>[] {
  const category = tree.get(row.category_id)
  const category_ids = category ? pathTo(tree, category) : []
  const crumbs = category_ids.map(({ name, url_path }) => ({ name, path: `/${url_path}` }))
  const share = { brand_id: row.brand_id, name: row.brand, slug: row.brand_slug, product_count: 1 }
  const brand = category ? [brandLink(category, share)] : []
  return [...crumbs, ...brand, { name: plainName(row.name), path: `/${row.url_path}` }]
}

/**
 * Returns links for shoppers who do not choose this product: its tags, then its brand in the category, then the
 * category.
 */
function relatedCrumbs(tree: Tree, row: ProductRow): z.infer<typeof Crumb>[] {
  const tags = row.tags.map(({ name, tag_key }) => ({ name, path: `/the-san-pham/${tag_key}` }))
  const [brand, category] = breadcrumbOf(tree, row).slice(0, -1).toReversed()
  if (!brand || !category) return tags
  return [...tags, { name: `${category.name} ${brand.name}`, path: brand.path }, category]
}
