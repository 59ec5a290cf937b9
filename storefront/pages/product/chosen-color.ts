import type { ColorVariant, ProductPage } from '#contracts/storefront/catalog.ts'

/** The colour that an address names by `?mau=`; else the first that can be bought, else the first. */
export function pickColor(colors: readonly ColorVariant[], search: string): ColorVariant | null {
  const slug = new URLSearchParams(search).get('mau')
  const named = colors.find((color) => color.color_slug === slug)
  return named ?? colors.find(isBuyable) ?? colors[0] ?? null
}

/** In stock and with a price: can be put into the cart. */
export function isBuyable(color: ColorVariant): boolean {
  return color.is_in_stock && color.price !== null
}

/** What a piece in this colour costs now; null: the shop is asked. */
export function priceNow(color: Pick<ColorVariant, 'price' | 'special_price'>): number | null {
  return color.special_price ?? color.price
}

/** What a shopper can do with the product in this colour. */
export type SaleState = 'coming' | 'on_request' | 'sold_out' | 'buyable'

export function saleState(
  { launch_on }: Pick<ProductPage, 'launch_on'>,
  color: ColorVariant,
): SaleState {
  if (launch_on !== null) return 'coming'
  if (color.price === null) return 'on_request'
  return color.is_in_stock ? 'buyable' : 'sold_out'
}

/** "21/12" of a day written YYYY-MM-DD. */
export function dayAndMonth(day: string): string {
  return day.split('-').slice(1).toReversed().join('/')
}
