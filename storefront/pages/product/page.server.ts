import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import { keyFacts } from '#storefront/pages/product/gallery/key-facts.ts'
import type { DeliveryPromise } from '#contracts/delivery-promise.ts'
import { formatDong } from '#pure/money.ts'
import { promiseText } from '#pure/delivery-text.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { notFound, type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import { installmentPath, tradeInPath } from '#storefront/addresses/cart.ts'
import type { PricedColor } from '#storefront/pages/product/price-block.tsx'
import type { ProductData } from '#storefront/pages/product/page.tsx'
import { type PriceStory, priceStory } from '#storefront/pages/product/about/price-story.ts'
import { pickColor, priceNow, saleState } from '#storefront/commerce/colors/chosen-color.ts'
import { loadComments, talkTag } from '#storefront/commerce/talk/load-comments.ts'
import { chosenProvince } from '#storefront/commerce/province/chosen-province.ts'
import type { ProvinceStock } from '#storefront/pages/product/stock/shop-stock.tsx'
import { withDifferences } from '#storefront/pages/product/named-differences.ts'
import { listedShop } from '#storefront/pages/product/stock/stocked-shop.ts'
import { productGraph } from '#storefront/seo/structured-data/product-graph.ts'

interface DeliveryPromises {
  near: DeliveryPromise
  away: DeliveryPromise
  shops: { shop_id: number; promise: DeliveryPromise }[]
}

const SIMILAR_SIZE = 10
const MAX_ELSEWHERE = 5
const SHOWN_REVIEWS = 4

/** Loads a product, similar products, and the shops that have the colour named by the address. */
export async function loadProduct(
  product_id: number,
  context: PublicContext,
): Promise<ProductData> {
  const { url, province_id, services } = context
  const input = { product_id, province_id }
  const [product, [own], similar, used, reviews, comments, accessories] = await Promise.all([
    services.catalog.product(null, input),
    services.search.cards(null, { product_ids: [product_id], province_id }),
    services.search.similar(null, { ...input, size: SIMILAR_SIZE }),
    services.used.ofNew(null, { product_id }),
    services.reviews.reviewList(null, { product_id, size: SHOWN_REVIEWS }),
    loadComments(context, { subject_kind: 'product', subject_id: product_id }),
    services.catalog.accessories(null, input),
  ])
  const used_link =
    used === null ? [] : [{ name: `Máy cũ từ ${formatDong(used.price)}`, path: used.path }]
  const color = pickColor(product.colors, url.search)
  const is_buyable = color !== null && saleState(product, color) === 'buyable'
  const [stock, story] = await Promise.all([
    stockOf(color, context),
    is_buyable ? storyOf(color, context) : null,
  ])
  return {
    product: {
      ...product,
      related: [...used_link, ...product.related],
      colors: product.colors.map((candidate) => ({
        ...shownColor(candidate, color),
        ways: saleState(product, candidate) === 'buyable' ? waysToPay(candidate, product.path) : [],
      })),
    },
    similar: similar.map((card) => withDifferences(card, own)),
    reviews,
    comments,
    stock,
    accessories,
    facts: keyFacts(product.specification),
    story,
  }
}

/** How the price of the colour has been, and the next change that is known. */
async function storyOf(
  color: ColorVariant,
  { services, now }: PublicContext,
): Promise<PriceStory | null> {
  const price = priceNow(color)
  if (price === null) return null
  const { days } = await services.catalog.priceHistory(null, { item_id: color.item_id })
  return priceStory({ days, price, next: color.next_price ?? null, flash: color.flash, now })
}

/** Cache tags: the product, its other versions, similar products, who lends its price, and bonuses for old devices. */
export function tags({ product, similar, accessories }: ProductData): string[] {
  const versions = product.versions.map((version) => version.product_id)
  const shown = [
    product.product_id,
    ...versions,
    ...[...similar, ...accessories].map((one) => one.product_id),
  ]
  return [
    ...[...new Set(shown)].map((product_id) => `product:${product_id}`),
    talkTag('product', product.product_id),
    'installment',
    'trade',
  ]
}

/** Links beside the price of a colour: in monthly payments, and with an old device. */
function waysToPay(
  { item_id, monthly, upgrade }: ColorVariant,
  path: string,
): NonNullable<PricedColor['ways']> {
  return [
    ...(monthly === undefined
      ? []
      : [[installmentPath(path), `Trả góp từ ${formatDong(monthly)}/tháng`] as const]),
    ...(upgrade === undefined
      ? []
      : [[tradeInPath(item_id), `Giá lên đời từ ${formatDong(upgrade)}`] as const]),
  ]
}

/** Leaves one picture without blur in the colours that are not chosen: only their tile is shown. */
function shownColor(color: ColorVariant, chosen: ColorVariant | null): ColorVariant {
  return color === chosen
    ? color
    : { ...color, pictures: color.pictures.slice(0, 1).map(withoutBlur) }
}

function withoutBlur({ blur: _blur, ...picture }: ColorVariant['pictures'][number]) {
  return picture
}

async function stockOf(
  color: ColorVariant | null,
  { province_id, services, now }: PublicContext,
): Promise<ProvinceStock> {
  const official = await services.locations.officialProvinces(null, {})
  const { province_id: own_id, province_name } = chosenProvince(official, province_id)
  const province = { province_id: own_id ?? province_id, name: province_name ?? '' }
  const none = { item_id: null, province, shop_total: 0, shops: [], elsewhere: [], promises: [] }
  if (color === null) return none
  const { item_id, is_in_stock } = color
  const [shops, all_shops, promised] = await Promise.all([
    services.locations.shopsWithStock(null, { item_id, province_id, item_quantity: 1 }),
    services.locations.shops(null, { province_id }),
    services.locations.deliveryPromises(null, { province_id }),
  ])
  const is_only_elsewhere = shops.length === 0 && is_in_stock
  const provinces = is_only_elsewhere
    ? await services.locations.provincesWithStock(null, { item_id, province_id })
    : []
  return {
    item_id,
    province,
    shop_total: all_shops.length,
    shops: shops.map(listedShop),
    elsewhere: provinces.slice(0, MAX_ELSEWHERE),
    promises: promiseTexts(
      promised,
      shops.map(({ shop }) => shop.id),
      // What is delivered comes from shops of the former province (decision 110).
      {
        is_near: shops.some(({ shop }) => shop.province.Id === province_id),
        today: vietnamDay(now),
      },
    ),
  }
}

/** When one unit arrives, and where it can be collected first: the same words as in the checkout. */
function promiseTexts(
  { near, away, shops }: DeliveryPromises,
  shop_ids: readonly number[],
  { is_near, today }: { is_near: boolean; today: string },
): string[] {
  const here = shops.filter(({ shop_id }) => shop_ids.includes(shop_id))
  const whenOf = ({ day, time }: DeliveryPromises['near']) => `${day} ${time ?? '24:00'}`
  const [first] = here
    .map(({ promise }) => promise)
    .toSorted((one, other) => whenOf(one).localeCompare(whenOf(other)))
  const promised = [is_near ? near : away, ...(first === undefined ? [] : [first])]
  return promised.map((promise) => promiseText(promise, today))
}

/** Products have root slugs: this page is only shown by the page `slug`. */
export const page = publicPage<ProductData>({
  loader: () => Promise.resolve(notFound),
  tags,
  structured: ({ product, reviews }, shop) => productGraph(product, reviews.summary, shop),
})
