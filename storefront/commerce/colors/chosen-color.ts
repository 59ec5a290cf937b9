import type { ColorVariant, ProductPage } from '#contracts/storefront/catalog.ts'

/** The colour that the address names by `?mau=`, else the first that can be bought, else the first. */
export function pickColor(colors: readonly ColorVariant[], search: string): ColorVariant | null {
  const slug = new URLSearchParams(search).get('mau')
  const named = colors.find((color) => color.color_slug === slug)
  return named ?? colors.find(isBuyable) ?? colors[0] ?? null
}

/** Whether the colour can be added to the cart: it is in stock and has a price. */
export function isBuyable(color: ColorVariant): boolean {
  return color.is_in_stock && color.price !== null
}

/** The current price of one unit in đồng; null when the price is on request. */
export function priceNow(color: Pick<ColorVariant, 'price' | 'special_price'>): number | null {
  return color.special_price ?? color.price
}

/** How the product is sold in a colour. */
export type SaleState = 'coming' | 'on_request' | 'sold_out' | 'buyable'

/** Returns how a product is sold in `color`. */
export function saleState(
  { launch_on }: Pick<ProductPage, 'launch_on'>,
  color: ColorVariant,
): SaleState {
  if (launch_on !== null) return 'coming'
  if (color.price === null) return 'on_request'
  return color.is_in_stock ? 'buyable' : 'sold_out'
}

/** Formats a day YYYY-MM-DD as "21/12". */
export function dayAndMonth(day: string): string {
  return day.split('-').slice(1).toReversed().join('/')
}
