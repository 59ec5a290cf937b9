import type { ColorVariant, ProductPage } from '#contracts/storefront/catalog.ts'
import { withQuery } from '#storefront/addresses/addresses.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import {
  breadcrumbList,
  faqPage,
  graph,
  type Thing,
  whole,
} from '#storefront/seo/structured-data/graph.ts'

/** What of a product's page is told. */
export type ToldProduct = Pick<
  ProductPage,
  | 'product_id'
  | 'name'
  | 'path'
  | 'brand'
  | 'meta'
  | 'colors'
  | 'launch_on'
  | 'shipping'
  | 'breadcrumb'
  | 'faq'
>

/** A product's page: what it is, where it stands, what is asked about it. */
export function productGraph(product: ToldProduct, shop: ShopIdentity): object | null {
  const { breadcrumb, faq } = product
  return graph([productThing(product, shop), breadcrumbList(breadcrumb, shop), faqPage(faq)])
}

/**
 * A version of a product: one Product where it comes in one colour, else a ProductGroup whose variants
 * are the colours, each with its own price and stock (Google, product variants). Ratings are told when
 * there are real reviews, and only then.
 */
function productThing(product: ToldProduct, shop: ShopIdentity): Thing | null {
  const { name, path, brand, meta, colors } = product
  const [only] = colors
  if (only === undefined) return null
  const common = {
    name,
    description: meta.description,
    url: whole(path, shop),
    brand: { '@type': 'Brand', name: brand },
  }
  if (colors.length === 1) {
    return { '@type': 'Product', ...common, ...variantOf(only, product, shop), name }
  }
  return {
    '@type': 'ProductGroup',
    ...common,
    productGroupID: String(product.product_id),
    variesBy: 'https://schema.org/color',
    hasVariant: colors.map((color) => ({
      '@type': 'Product',
      ...variantOf(color, product, shop),
    })),
  }
}

function variantOf(color: ColorVariant, product: ToldProduct, shop: ShopIdentity) {
  const { sku, color_name, pictures } = color
  return {
    sku,
    mpn: sku,
    name: color_name === '' ? product.name : `${product.name} ${color_name}`,
    ...(color_name === '' ? {} : { color: color_name }),
    ...(pictures.length === 0 ? {} : { image: pictures.map(({ src }) => whole(src, shop)) }),
    ...offerOf(color, product, shop),
  }
}

/** A price in đồng without dots. "Giá liên hệ" is no offer. */
function offerOf(color: ColorVariant, product: ToldProduct, shop: ShopIdentity) {
  const price = color.special_price ?? color.price
  if (price === null) return {}
  const { launch_on, path, shipping } = product
  const fee = price >= shipping.free_from ? 0 : shipping.fee
  return {
    offers: {
      '@type': 'Offer',
      url: whole(withQuery(path, { mau: color.color_slug }), shop),
      price,
      priceCurrency: 'VND',
      availability: availabilityOf(color, launch_on),
      ...(launch_on === null ? {} : { availabilityStarts: launch_on }),
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: shop.name },
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'VN' },
        shippingRate: { '@type': 'MonetaryAmount', value: fee, currency: 'VND' },
      },
    },
  }
}

function availabilityOf({ is_in_stock }: ColorVariant, launch_on: string | null): string {
  if (launch_on !== null) return 'https://schema.org/PreOrder'
  return `https://schema.org/${is_in_stock ? 'InStock' : 'OutOfStock'}`
}
