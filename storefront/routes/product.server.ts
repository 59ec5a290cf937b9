import type { ShopStock } from '#contracts/locations.ts'
import { parseRichText } from '#pure/rich-text.ts'
import { notFound, type PublicContext, publicPage } from '#storefront/page.ts'
import type { ProductData } from '#storefront/routes/product.tsx'
import type { StockedShop } from '#storefront/widgets/product/shop-stock.tsx'
import { pickColor } from '#storefront/widgets/product/chosen-color.ts'

/** A product's data, and which shops of the province have the colour that the address names. */
export async function loadProduct(
  product_id: number,
  { url, province_id, services }: PublicContext,
): Promise<ProductData> {
  const { description, ...product } = await services.catalog.product(null, {
    product_id,
    province_id,
  })
  const color = pickColor(product.colors, url.search)
  const item_id = color?.item_id
  const shops =
    item_id === undefined
      ? []
      : await services.locations.shopsWithStock(null, { item_id, province_id, item_quantity: 1 })
  return {
    product,
    description: parseRichText(description),
    stock: { item_id: item_id ?? null, shops: shops.map(stockedShop) },
  }
}

function stockedShop({ shop, level }: ShopStock): StockedShop {
  const { id, name, address, time_opening, phone } = shop
  const link = shop.google_link ?? shop.google_map_address
  const map_link = link?.startsWith('https://') ? link : null
  return { id, name, address, time_opening, phone, map_link, is_few_left: level === 'few_left' }
}

/** Products live at root slugs: this page is only ever shown by `slug`. */
export const page = publicPage<ProductData>({ loader: () => Promise.resolve(notFound) })
