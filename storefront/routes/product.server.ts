import { parseRichText } from '#pure/rich-text.ts'
import { notFound, type PublicContext, publicPage } from '#storefront/page.ts'
import type { ProductData } from '#storefront/routes/product.tsx'
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
    stock: { item_id: item_id ?? null, shops },
  }
}

/** Products live at root slugs: this page is only ever shown by `slug`. */
export const page = publicPage<ProductData>({ loader: () => Promise.resolve(notFound) })
