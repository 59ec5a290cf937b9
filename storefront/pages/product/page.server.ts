import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import { notFound, type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import type { ProductData } from '#storefront/pages/product/page.tsx'
import { pickColor } from '#storefront/pages/product/chosen-color.ts'
import type { StockHere } from '#storefront/pages/product/stock/shop-stock.tsx'
import { stockedShop } from '#storefront/pages/product/stock/stocked-shop.ts'
import { productGraph } from '#storefront/seo/structured-data/product-graph.ts'

const similar_size = 10
const nearby_provinces = 5

/** A product's data, what resembles it, and where the colour that the address names can be had. */
export async function loadProduct(
  product_id: number,
  context: PublicContext,
): Promise<ProductData> {
  const { url, province_id, services } = context
  const asked = { product_id, province_id }
  const [product, similar] = await Promise.all([
    services.catalog.product(null, asked),
    services.search.similar(null, { ...asked, size: similar_size }),
  ])
  const color = pickColor(product.colors, url.search)
  return {
    product: { ...product, colors: product.colors.map((one) => shownColor(one, color)) },
    similar,
    stock: await stockOf(color, context),
  }
}

/** What a page was made of: its own version and the others of the family, and its neighbours. */
export function tags({ product, similar }: ProductData): string[] {
  const versions = product.versions.map((version) => version.product_id)
  const shown = [product.product_id, ...versions, ...similar.map((card) => card.product_id)]
  return [...new Set(shown)].map((product_id) => `product:${product_id}`)
}

/** Of the colours beside the chosen one the tile is shown, which takes one picture. */
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
  { province_id, services }: PublicContext,
): Promise<StockHere> {
  if (color === null) return { item_id: null, shops: [], elsewhere: [] }
  const { item_id, is_in_stock } = color
  const found = await services.locations.shopsWithStock(null, {
    item_id,
    province_id,
    item_quantity: 1,
  })
  const is_only_elsewhere = found.length === 0 && is_in_stock
  const provinces = is_only_elsewhere
    ? await services.locations.provincesWithStock(null, { item_id, province_id })
    : []
  return {
    item_id,
    shops: found.map(stockedShop),
    elsewhere: provinces.slice(0, nearby_provinces),
  }
}

/** Products live at root slugs: this page is only ever shown by `slug`. */
export const page = publicPage<ProductData>({
  loader: () => Promise.resolve(notFound),
  tags,
  structured: ({ product }, shop) => productGraph(product, shop),
})
