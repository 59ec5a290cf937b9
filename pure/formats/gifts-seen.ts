/** A gift in a checkout or an order, or any other line of it. */
interface Line {
  item_id: number
  item_quantity: number
  is_gift: boolean
}

/** The gifts of a checkout as one text, such as "21:1 41:2": it tells which of them a shopper was shown. */
export function giftsSeen(lines: readonly Line[]): string {
  return [...giftQuantities(lines)].map(([item_id, quantity]) => `${item_id}:${quantity}`).join(' ')
}

/** The item ids of the gifts that were seen and of which there are fewer now. A gift that came since is no loss. */
export function giftsLost(seen: string, lines: readonly Line[]): number[] {
  const here = giftQuantities(lines)
  return seen.split(' ').flatMap((gift) => {
    const [item_id = 0, quantity = 0] = gift.split(':').map(Number)
    return quantity > (here.get(item_id) ?? 0) ? [item_id] : []
  })
}

function giftQuantities(lines: readonly Line[]): Map<number, number> {
  const quantities = new Map<number, number>()
  for (const { item_id, item_quantity, is_gift } of lines) {
    if (is_gift) quantities.set(item_id, (quantities.get(item_id) ?? 0) + item_quantity)
  }
  return quantities
}
