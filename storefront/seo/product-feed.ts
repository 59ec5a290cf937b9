import type { Services } from '#contracts/all.ts'
import type { Offer } from '#contracts/storefront/directory.ts'
import { csvLine } from '#pure/formats/csv.ts'
import { default_province_id } from '#pure/default-province.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { xmlText } from '#storefront/seo/xml.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'

/** An item by the field names that Google Merchant and Meta share. Empty fields are left out. */
type FeedItem = Record<string, string>

/** The format of a marketplace's feed. */
interface FeedFormat {
  content_type: string
  file: string
  availability: Record<Availability, string>
  begin: (shop: ShopIdentity) => string
  item: (item: FeedItem) => string
  shipping: (fee: string) => string
  end: string
}
type Availability = 'in_stock' | 'out_of_stock' | 'preorder'

/** Google Merchant's limit of a title, in characters; Meta allows more. */
const longest_title = 150
const max_further_images = 9

const columns = [
  'id',
  'title',
  'description',
  'availability',
  'availability_date',
  'condition',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'shipping',
  'link',
  'image_link',
  'additional_image_link',
  'brand',
  'gtin',
  'mpn',
  'item_group_id',
  'color',
  'product_type',
]

/**
 * The feeds: RSS 2.0 for Google Merchant (support.google.com 7052112), CSV for Meta's catalogue
 * (developers.facebook.com, catalog reference). One generator, two outputs.
 */
export const feeds = {
  google: {
    content_type: 'application/xml; charset=utf-8',
    file: 'google.xml',
    availability: {
      in_stock: 'in_stock',
      out_of_stock: 'out_of_stock',
      preorder: 'preorder',
    },
    begin: ({ name, public_url }) =>
      '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>' +
      `<title>${xmlText(name)}</title><link>${xmlText(public_url)}</link>` +
      `<description>${xmlText(`Sản phẩm của ${name}`)}</description>\n`,
    shipping: (fee) => fee,
    item: (item) => `<item>${Object.entries(item).map(googleField).join('')}</item>\n`,
    end: '</channel></rss>\n',
  },
  meta: {
    content_type: 'text/csv; charset=utf-8',
    file: 'meta.csv',
    availability: {
      in_stock: 'in stock',
      out_of_stock: 'out of stock',
      preorder: 'preorder',
    },
    begin: () => csvLine(columns),
    shipping: (fee) => `VN::Standard:${fee}`,
    item: (item) => csvLine(columns.map((column) => item[column] ?? '')),
    end: '',
  },
} as const satisfies Record<string, FeedFormat>

interface FeedDeps {
  services: Services
  shop: ShopIdentity
  now: () => Date
}

/** Whether changes with these tags may change a feed: of a product, of many prices, of offers, or of anything. */
export function changesFeeds(tags: ReadonlySet<string>): boolean {
  const wide = ['prices', 'offers', '*'].some((tag) => tags.has(tag))
  return wide || [...tags].some((tag) => tag.startsWith('product:'))
}

/** Yields the feed in parts, with the prices of the default province. */
export async function* feedText(
  format: FeedFormat,
  { services, shop, now }: FeedDeps,
): AsyncGenerator<string> {
  const made_at = now()
  yield format.begin(shop)
  let after: number | null = 0
  while (after !== null) {
    const page: Awaited<ReturnType<Services['directory']['offers']>> =
      await services.directory.offers(null, {
        after,
        size: 1_000,
        province_id: default_province_id,
      })
    yield page.offers
      .map((offer) => format.item(feedItem(offer, format, { ...shop, made_at })))
      .join('')
    after = page.next_after
  }
  yield format.end
}

function feedItem(
  offer: Offer,
  format: FeedFormat,
  { public_url, made_at }: ShopIdentity & { made_at: Date },
): FeedItem {
  const [image, ...further] = offer.images.map((src) => new URL(src, public_url).href)
  const path = withQuery(offer.path, { mau: offer.color_slug })
  const fields: Record<string, string | null | undefined> = {
    id: offer.sku,
    title: titleOf(offer),
    description: offer.description,
    availability: format.availability[availabilityOf(offer)],
    availability_date: offer.launch_on === null ? null : `${offer.launch_on}T00:00+07:00`,
    condition: offer.imei_id === null ? 'new' : 'used',
    price: `${offer.price} VND`,
    sale_price: offer.special_price === null ? null : `${offer.special_price} VND`,
    sale_price_effective_date: saleDates(offer, made_at),
    shipping: format.shipping(`${offer.shipping_fee} VND`),
    link: new URL(path, public_url).href,
    image_link: image,
    additional_image_link: further
      .slice(0, max_further_images)
      .map((src) => src.replaceAll(',', '%2C'))
      .join(','),
    brand: offer.brand,
    gtin: offer.gtin,
    mpn: offer.mpn,
    // Our own number is not the maker's.
    identifier_exists: offer.gtin === null && offer.mpn === null ? 'no' : null,
    item_group_id: String(offer.product_id),
    color: offer.color_name,
    product_type: offer.categories.join(' > '),
  }
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])),
  )
}

/** From when until when a marketplace may print the sale price; after that the page has another one. */
function saleDates({ special_price, special_until }: Offer, made_at: Date): string | null {
  if (special_price === null || special_until === null) return null
  return `${made_at.toISOString()}/${special_until}`
}

function titleOf({ name, color_name }: Offer): string {
  const title = color_name === null ? name : `${name}, ${color_name}`
  return title.slice(0, longest_title)
}

function availabilityOf({ launch_on, is_in_stock }: Offer): Availability {
  if (launch_on !== null) return 'preorder'
  return is_in_stock ? 'in_stock' : 'out_of_stock'
}

/** Google has one element for each additional image and parts of the delivery, Meta a text in one field. */
function googleField([name, value]: [string, string]): string {
  if (name === 'shipping') {
    return `<g:shipping><g:country>VN</g:country><g:price>${xmlText(value)}</g:price></g:shipping>`
  }
  const values = name === 'additional_image_link' ? value.split(',') : [value]
  const tag = name === 'title' || name === 'description' || name === 'link' ? name : `g:${name}`
  return values.map((each) => `<${tag}>${xmlText(each)}</${tag}>`).join('')
}
