interface Row {
  product_id: number
  shop_id: number
  quantity: number
}

/**
 * Says how much of each stock row of an order lies in one parcel: its units with codes where they are, everything else
 * from the first rows that have it. Rows of which nothing lies in it are left out.
 */
export function partOfStock<One extends Row>(
  rows: readonly One[],
  lines: readonly { product_id: number; quantity: number }[],
  units: readonly { product_id: number; shop_id: number | null }[],
): One[] {
  const wanted = new Map<number, number>()
  for (const { product_id, quantity } of lines) {
    wanted.set(product_id, (wanted.get(product_id) ?? 0) + quantity)
  }
  const take = (product_id: number, most: number) => {
    const left = wanted.get(product_id) ?? 0
    const taken = Math.min(left, most)
    wanted.set(product_id, left - taken)
    return taken
  }
  const named = rows.map((row) => {
    const here = units.filter(
      (unit) => unit.product_id === row.product_id && unit.shop_id === row.shop_id,
    )
    return take(row.product_id, Math.min(row.quantity, here.length))
  })
  return rows.flatMap((row, n) => {
    const by_code = named[n] ?? 0
    const quantity = by_code + take(row.product_id, row.quantity - by_code)
    return quantity === 0 ? [] : [{ ...row, quantity }]
  })
}
