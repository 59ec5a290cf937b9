import type { ColorVariant, ProductPage } from '#contracts/storefront/catalog.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import { type Rating, ratingOf } from '#storefront/seo/structured-data/review-graph.ts'
import {
  breadcrumbList,
  faqPage,
  graph,
  type Thing,
  absoluteUrl,
} from '#storefront/seo/structured-data/graph.ts'

/** The fields of a product page that its structured data uses. */
type DescribedProduct = Pick<
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

/** The structured data of a product page: product, breadcrumbs, FAQ. */
export function productGraph(
  product: DescribedProduct,
  rating: Rating,
  shop: ShopIdentity,
): object | null {
  const { breadcrumb, faq } = product
  const thing = productThing(product, shop)
  return graph([
    thing === null ? null : { ...thing, ...ratingOf(rating) },
    breadcrumbList(breadcrumb, shop),
    faqPage(faq),
  ])
}

/**
 * A version of a product: a Product if it has one colour, else a ProductGroup whose variants are the colours,
 * each with its own price and stock (Google, product variants). Ratings are those of published reviews.
 */
function productThing(product: DescribedProduct, shop: ShopIdentity): Thing | null {
  const { name, path, brand, meta, colors } = product
  const [only] = colors
  if (only === undefined) return null
  const common = {
    name,
    description: meta.description,
    url: absoluteUrl(path, shop),
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

function variantOf(color: ColorVariant, product: DescribedProduct, shop: ShopIdentity) {
  const { sku, gtin, mpn, color_name, pictures } = color
  return {
    sku,
    ...(gtin === undefined ? {} : { gtin }),
    ...(mpn === undefined ? {} : { mpn }),
    name: color_name === '' ? product.name : `${product.name} ${color_name}`,
    ...(color_name === '' ? {} : { color: color_name }),
    ...(pictures.length === 0 ? {} : { image: pictures.map(({ src }) => absoluteUrl(src, shop)) }),
    ...offerOf(color, product, shop),
  }
}

/** A price in đồng without dots. "Giá liên hệ" is no offer. */
function offerOf(color: ColorVariant, product: DescribedProduct, shop: ShopIdentity) {
  const price = color.special_price ?? color.price
  if (price === null) return {}
  const { launch_on, path, shipping } = product
  const fee = price >= shipping.free_from ? 0 : shipping.fee
  return {
    offers: {
      '@type': 'Offer',
      url: absoluteUrl(withQuery(path, { mau: color.color_slug }), shop),
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
        deliveryTime: {
          '@type': 'ShippingDeliveryTime',
          handlingTime: days(0, 1),
          transitTime: days(0, 5),
        },
      },
      hasMerchantReturnPolicy: return_policy,
    },
  }
}

function days(minValue: number, maxValue: number) {
  return { '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' }
}

/** "1 đổi 1 trong 30 ngày nếu lỗi nhà sản xuất", as every product page promises. */
const return_policy = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'VN',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: 30,
  returnMethod: 'https://schema.org/ReturnInStore',
  refundType: 'https://schema.org/ExchangeRefund',
  itemDefectReturnFees: 'https://schema.org/FreeReturn',
}

function availabilityOf({ is_in_stock }: ColorVariant, launch_on: string | null): string {
  if (launch_on !== null) return 'https://schema.org/PreOrder'
  return `https://schema.org/${is_in_stock ? 'InStock' : 'OutOfStock'}`
}
