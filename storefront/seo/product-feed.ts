import type { Services } from '#contracts/all.ts'
import type { Offer } from '#contracts/storefront/directory.ts'
import { csvLine } from '#pure/csv.ts'
import { default_province_id } from '#pure/default-province.ts'
import { withQuery } from '#storefront/addresses/addresses.ts'
import { xmlText } from '#storefront/seo/xml.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'

/** One item as both Google Merchant and Meta name its fields; what is empty is left out. */
type FeedItem = Record<string, string>

/** How a marketplace wants its feed. */
interface FeedForm {
  content_type: string
  file: string
  availability: Record<Availability, string>
  begin: (shop: ShopIdentity) => string
  item: (item: FeedItem) => string
  end: string
}
type Availability = 'in_stock' | 'out_of_stock' | 'preorder'

/** Longest title that Google Merchant takes (characters); Meta takes more. */
const longest_title = 150
const most_further_images = 9

const columns = [
  'id',
  'title',
  'description',
  'availability',
  'availability_date',
  'condition',
  'price',
  'sale_price',
  'link',
  'image_link',
  'additional_image_link',
  'brand',
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
    item: (item) => csvLine(columns.map((column) => item[column] ?? '')),
    end: '',
  },
} as const satisfies Record<string, FeedForm>

/** The whole feed, piece by piece, priced for the default province. */
export async function* feedText(
  form: FeedForm,
  { services, shop }: { services: Services; shop: ShopIdentity },
): AsyncGenerator<string> {
  yield form.begin(shop)
  let after: number | null = 0
  while (after !== null) {
    const page: Awaited<ReturnType<Services['directory']['offers']>> =
      await services.directory.offers(null, {
        after,
        size: 1_000,
        province_id: default_province_id,
      })
    yield page.offers.map((offer) => form.item(feedItem(offer, form, shop))).join('')
    after = page.next_after
  }
  yield form.end
}

function feedItem(offer: Offer, form: FeedForm, { public_url }: ShopIdentity): FeedItem {
  const [image, ...further] = offer.images.map((src) => new URL(src, public_url).href)
  const path = withQuery(offer.path, { mau: offer.color_slug })
  const fields: Record<string, string | null | undefined> = {
    id: offer.sku,
    title: titleOf(offer),
    description: offer.description,
    availability: form.availability[availabilityOf(offer)],
    availability_date: offer.launch_on === null ? null : `${offer.launch_on}T00:00+07:00`,
    condition: 'new',
    price: `${offer.price} VND`,
    sale_price: offer.special_price === null ? null : `${offer.special_price} VND`,
    link: new URL(path, public_url).href,
    image_link: image,
    additional_image_link: further
      .slice(0, most_further_images)
      .map((src) => src.replaceAll(',', '%2C'))
      .join(','),
    brand: offer.brand,
    mpn: offer.sku,
    item_group_id: String(offer.product_id),
    color: offer.color_name,
    product_type: offer.categories.join(' > '),
  }
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])),
  )
}

function titleOf({ name, color_name }: Offer): string {
  const title = color_name === null ? name : `${name}, ${color_name}`
  return title.slice(0, longest_title)
}

function availabilityOf({ launch_on, is_in_stock }: Offer): Availability {
  if (launch_on !== null) return 'preorder'
  return is_in_stock ? 'in_stock' : 'out_of_stock'
}

/** Further pictures are repeated elements for Google, where Meta has one list. */
function googleField([name, value]: [string, string]): string {
  const values = name === 'additional_image_link' ? value.split(',') : [value]
  const tag = name === 'title' || name === 'description' || name === 'link' ? name : `g:${name}`
  return values.map((each) => `<${tag}>${xmlText(each)}</${tag}>`).join('')
}
