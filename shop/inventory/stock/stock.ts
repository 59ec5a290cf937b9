/** Pieces asked for of one item. */
export interface Wanted {
  item_id: number
  item_quantity: number
}

/** Pieces of an item that lie in one selling shop. */
export interface Shelf {
  product_id: number
  shop_id: number
  province_id: number
  quantity: number
}

/** Where pieces may come from: one shop for a pick-up, else near `province_id` before elsewhere. */
export type Place = { shop_id: number } | { shop_id: null; province_id: number }

export interface Claim {
  product_id: number
  shop_id: number
  quantity: number
}

export interface Shortage {
  item_id: number
  /** Pieces that could be had from this place. */
  left: number
}

/**
 * From which shelves an order takes its pieces. A delivery takes from shops of the province first and
 * from the fullest shelf first, so that an order is split among as few shops as need be; a pick-up
 * takes from its own shop only. Nothing is taken when anything is short (decision 032).
 */
export function allocate(
  wanted: readonly Wanted[],
  shelves: readonly Shelf[],
  place: Place,
): { claims: Claim[]; shortages: Shortage[] } {
  const claims: Claim[] = []
  const shortages: Shortage[] = []
  for (const { item_id, item_quantity } of wanted) {
    const own = inOrderOfUse(shelves, item_id, place)
    const left = own.reduce((total, shelf) => total + shelf.quantity, 0)
    if (left < item_quantity) shortages.push({ item_id, left })
    else claims.push(...taken(own, item_quantity))
  }
  return { claims: shortages.length > 0 ? [] : inLockOrder(claims), shortages }
}

/**
 * The shelves that several orders would take from one after another, and every shelf of an item that
 * one of them would find short: what must be locked to serve them.
 */
export function shelvesInUse(
  asks: readonly { wanted: readonly Wanted[]; place: Place }[],
  shelves: readonly Shelf[],
): Shelf[] {
  const open = Map.groupBy(
    shelves.map((shelf) => ({ ...shelf })),
    (shelf) => shelf.product_id,
  )
  const used = new Set<Shelf>()
  for (const { wanted, place } of asks) {
    const own = wanted.flatMap(({ item_id }) => open.get(item_id) ?? [])
    const { claims, shortages } = allocate(wanted, own, place)
    if (shortages.length > 0) for (const shelf of own) used.add(shelf)
    for (const { product_id, shop_id, quantity } of claims) {
      const shelf = own.find((one) => one.product_id === product_id && one.shop_id === shop_id)
      if (!shelf) continue
      shelf.quantity -= quantity
      used.add(shelf)
    }
  }
  return [...used]
}

function inOrderOfUse(shelves: readonly Shelf[], item_id: number, place: Place): Shelf[] {
  const own = shelves.filter((shelf) => shelf.product_id === item_id && shelf.quantity > 0)
  if (place.shop_id !== null) return own.filter((shelf) => shelf.shop_id === place.shop_id)
  const distance = (shelf: Shelf) => (shelf.province_id === place.province_id ? 0 : 1)
  return own.toSorted(
    (a, b) => distance(a) - distance(b) || b.quantity - a.quantity || a.shop_id - b.shop_id,
  )
}

function taken(shelves: readonly Shelf[], pieces: number): Claim[] {
  const claims: Claim[] = []
  let open = pieces
  for (const { product_id, shop_id, quantity } of shelves) {
    if (open === 0) break
    const part = Math.min(open, quantity)
    claims.push({ product_id, shop_id, quantity: part })
    open -= part
  }
  return claims
}

// Everybody locks rows in this order, so no two orders can wait for each other.
function inLockOrder(claims: Claim[]): Claim[] {
  return claims.toSorted((a, b) => a.product_id - b.product_id || a.shop_id - b.shop_id)
}
