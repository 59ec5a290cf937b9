import type { Listing } from '#contracts/storefront/search.ts'
import { formatDong } from '#pure/money.ts'
import { type ListQuery, toggled } from '#storefront/commerce/listing/listing-query.ts'

/** An active filter with its label, and the query without it. */
interface ListChip {
  key: string
  /** The filter: "brand". */
  code: string
  /** The filter's name: "Dung lượng RAM". Empty if the label is enough. */
  name: string
  label: string
  without: ListQuery
}

/** All active filters of a list in the sequence of the panel, stock and price first. */
export function chipsOf(query: ListQuery, { facets, price }: Listing): ListChip[] {
  const { min_price, max_price, in_stock } = query
  const chips: ListChip[] = []
  if (in_stock) {
    const without = { ...query, in_stock: false, page: 1 }
    chips.push({ key: 'in_stock', code: 'in_stock', name: '', label: 'Sẵn hàng', without })
  }
  if (min_price !== null || max_price !== null) {
    const without = { ...query, min_price: null, max_price: null, page: 1 }
    const label = priceLabel(min_price, max_price, price)
    chips.push({ key: 'price', code: 'price', name: 'Giá', label, without })
  }
  for (const { code, name, values } of facets) {
    for (const value of query.choices[code] ?? []) {
      const label = values.find((each) => each.value === value)?.label ?? value
      const without = toggled(query, code, value)
      chips.push({ key: `${code}-${value}`, code, name, label, without })
    }
  }
  return chips
}

/** The label of the price band with these ends, or the ends themselves. */
export function priceLabel(
  min_price: number | null,
  max_price: number | null,
  price: Listing['price'],
): string {
  const band = price?.bands.find(
    (each) => each.min_price === min_price && each.max_price === max_price,
  )
  if (band) return band.label
  if (min_price === null) return `Đến ${formatDong(max_price ?? 0)}`
  if (max_price === null) return `Từ ${formatDong(min_price)}`
  return `${formatDong(min_price)} – ${formatDong(max_price)}`
}
