/** A line of an order as far as its value in a return needs it. Money in đồng. */
export interface SoldLine {
  position: number
  line_id: number | null
  parent_line_id: number | null
  item_quantity: number
  name: string
  /** List price of one unit. */
  price: number
  mechanic_price: number
  final_price: number
  line_total: number
  is_gift: boolean
  combo_item_id: number | null
}

/** What stays with the customer of a line that goes: its gifts, and what lines of its combo were cheaper. */
interface Attached {
  gifts: { name: string; quantity: number; price: number }[]
  combo_loss: number
}

/**
 * What `quantity` units of a line cost their buyer: their part of what the goods of the order cost together after all
 * discounts (`goods_total`). `before`: how many came back earlier. The parts of all units add up to the whole, to the
 * đồng.
 */
export function paidFor(
  lines: readonly SoldLine[],
  goods_total: number,
  { position, quantity, before }: { position: number; quantity: number; before: number },
): number {
  const line = lines.find((one) => one.position === position)
  const all = lines.reduce((sum, { line_total }) => sum + line_total, 0)
  if (line === undefined || all === 0) return 0
  const upTo = (units: number) => {
    const share = BigInt(goods_total) * BigInt(line.line_total) * BigInt(units)
    return Number(share / (BigInt(all) * BigInt(line.item_quantity)))
  }
  return upTo(before + quantity) - upTo(before)
}

/** The gifts that came with `quantity` units of a line, each with its own quantity. */
export function giftsOf<Line extends SoldLine>(
  lines: readonly Line[],
  { position, quantity }: { position: number; quantity: number },
): (Line & { given: number })[] {
  return partsOf(lines, { position, quantity }).filter(({ is_gift }) => is_gift)
}

/** The gifts of `quantity` units of a line, and what the lines of its combo were cheaper because of them. */
export function attachedTo(
  lines: readonly SoldLine[],
  which: { position: number; quantity: number },
): Attached {
  const gifts = giftsOf(lines, which)
  return {
    gifts: gifts.map(({ name, price, given }) => ({ name, price, quantity: given })),
    combo_loss: partsOf(lines, which)
      .filter(({ combo_item_id }) => combo_item_id !== null)
      .reduce((sum, { mechanic_price, final_price, given }) => {
        return sum + Math.max(0, mechanic_price - final_price) * given
      }, 0),
  }
}

/** The lines that hang on a line, with what belongs to `quantity` of its units. */
function partsOf<Line extends SoldLine>(
  lines: readonly Line[],
  { position, quantity }: { position: number; quantity: number },
): (Line & { given: number })[] {
  const line = lines.find((one) => one.position === position)
  if (line === undefined || line.line_id === null) return []
  const partOf = (whole: number) => Math.ceil((whole * quantity) / line.item_quantity)
  return lines
    .filter(({ parent_line_id }) => parent_line_id === line.line_id)
    .map((part) => ({ ...part, given: partOf(part.item_quantity) }))
}

interface ReturnedGoods {
  /** What the units cost. */
  paid: number
  attached: Attached
  reason: 'faulty' | 'wrong_item' | 'not_liked'
  gifts_returned: boolean
  /** What the shop keeps of it, in percent. */
  percent: number
}

/**
 * What a return is worth, and what the shop keeps of it. Gifts that are not given back are taken off with their price.
 * The saving of a combo is taken off only if the customer gives goods back that are as they were promised.
 */
export function returnWorth({ paid, attached, reason, gifts_returned, percent }: ReturnedGoods): {
  value: number
  fee: number
} {
  const gifts = gifts_returned
    ? 0
    : attached.gifts.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const combo = reason === 'not_liked' ? attached.combo_loss : 0
  const value = Math.max(0, paid - gifts - combo)
  return { value, fee: Math.floor((value * percent) / 100) }
}

/** What the goods of an inspected return pay in an exchange for other goods, in đồng. */
export function paysFor({ value, fee }: { value: number | null; fee: number | null }): number {
  return (value ?? 0) - (fee ?? 0)
}
