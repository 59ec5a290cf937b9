/** An item and the quantity that is wanted. */
export interface ItemQuantity {
  item_id: number
  item_quantity: number
}

/** Stock of a product at one selling shop. */
export interface StockRow {
  product_id: number
  shop_id: number
  province_id: number
  /** On hand and not reserved. */
  free: number
}

/** Where stock may come from: one shop for a pick-up, else near `province_id` before elsewhere. */
export type Location = { shop_id: number } | { shop_id: null; province_id: number }

/** What an order takes from one stock row. */
export interface Allocation {
  product_id: number
  shop_id: number
  quantity: number
}

export interface Shortage {
  item_id: number
  /** The quantity that this location could supply. */
  left: number
}

/**
 * Chooses the stock rows from which an order takes its items. A delivery takes from shops of the province
 * first and from the fullest row first, so that an order is split among as few shops as possible. A pick-up
 * takes from its own shop only. Nothing is allocated when any item is short (decision 032).
 */
export function allocate(
  items: readonly ItemQuantity[],
  stock_rows: readonly StockRow[],
  location: Location,
): { allocations: Allocation[]; shortages: Shortage[] } {
  const allocations: Allocation[] = []
  const shortages: Shortage[] = []
  for (const { item_id, item_quantity } of items) {
    const own = inOrderOfUse(stock_rows, item_id, location)
    const left = own.reduce((total, row) => total + row.free, 0)
    if (left < item_quantity) shortages.push({ item_id, left })
    else allocations.push(...allocationsFrom(own, item_quantity))
  }
  return { allocations: shortages.length > 0 ? [] : inLockOrder(allocations), shortages }
}

/**
 * Returns the stock rows that must be locked to serve several orders one after another: the rows that they
 * would take from, and every row of the items of an order that would be short.
 */
export function stockRowsInUse(
  requests: readonly { items: readonly ItemQuantity[]; location: Location }[],
  stock_rows: readonly StockRow[],
): StockRow[] {
  const by_item = Map.groupBy(
    stock_rows.map((row) => ({ ...row })),
    (row) => row.product_id,
  )
  const used = new Set<StockRow>()
  for (const { items, location } of requests) {
    const own = items.flatMap(({ item_id }) => by_item.get(item_id) ?? [])
    const { allocations, shortages } = allocate(items, own, location)
    if (shortages.length > 0) for (const row of own) used.add(row)
    for (const { product_id, shop_id, quantity } of allocations) {
      const used_row = own.find((row) => row.product_id === product_id && row.shop_id === shop_id)
      if (!used_row) continue
      used_row.free -= quantity
      used.add(used_row)
    }
  }
  return [...used]
}

function inOrderOfUse(
  stock_rows: readonly StockRow[],
  item_id: number,
  location: Location,
): StockRow[] {
  const own = stock_rows.filter((row) => row.product_id === item_id && row.free > 0)
  if (location.shop_id !== null) return own.filter((row) => row.shop_id === location.shop_id)
  const distance = (row: StockRow) => (row.province_id === location.province_id ? 0 : 1)
  return own.toSorted(
    (a, b) => distance(a) - distance(b) || b.free - a.free || a.shop_id - b.shop_id,
  )
}

function allocationsFrom(stock_rows: readonly StockRow[], quantity: number): Allocation[] {
  const allocations: Allocation[] = []
  let missing = quantity
  for (const { product_id, shop_id, free } of stock_rows) {
    if (missing === 0) break
    const part = Math.min(missing, free)
    allocations.push({ product_id, shop_id, quantity: part })
    missing -= part
  }
  return allocations
}

// All transactions lock rows in this order, so no two orders can wait for each other.
function inLockOrder(allocations: Allocation[]): Allocation[] {
  return allocations.toSorted((a, b) => a.product_id - b.product_id || a.shop_id - b.shop_id)
}
