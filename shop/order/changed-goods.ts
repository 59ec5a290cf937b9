import { roundedDown } from '#shop/pricing/price/reduction.ts'

/** A line of an order as far as taking goods off it needs it. Money in đồng. */
export interface GoodsLine {
  position: number
  line_id: number | null
  parent_line_id: number | null
  item_id: number
  item_quantity: number
  sku: string
  name: string
  price: number
  final_price: number
  is_gift: boolean
  combo_item_id: number | null
}

/** A voucher, an offer for a payment method or the rounding of an order. */
interface Adjustment {
  position: number
  rule: string
  amount: number
}

export interface GoodsOfOrder {
  lines: readonly GoodsLine[]
  adjustments: readonly Adjustment[]
  shipping_fee: number
}

/** What is taken off a line: `left` units stay. */
export interface RemovedGoods extends GoodsLine {
  quantity: number
  left: number
}

/** The sums of goods that are added, in đồng. */
interface AddedSums {
  list_total: number
  subtotal: number
}

const nothing_added: AddedSums = { list_total: 0, subtotal: 0 }

/** An order with other goods. */
export interface ChangedOrder {
  removed: RemovedGoods[]
  list_total: number
  discount: number
  subtotal: number
  /** Those whose amount changes. */
  adjustments: { position: number; amount: number }[]
  adjustment_total: number
  grand_total: number
}

type ChangeProblem =
  /** Nothing is named, or not of this order. */
  | 'nothing_to_change'
  /** Cancelling the order does that. */
  | 'all_goods'
  /** Goods that were cheaper in a combo with the removed ones go first. */
  | 'combo_stays'

/**
 * Takes goods off an order, and adds others at their own prices. Gifts go with what they were given for. What stays
 * keeps its price, and its part of vouchers and offers, rounded up: nobody pays more for it than was agreed.
 */
export function withOtherGoods(
  { lines, adjustments, shipping_fee }: GoodsOfOrder,
  wanted: ReadonlyMap<number, number>,
  added: AddedSums | null = null,
): ChangedOrder | ChangeProblem {
  const named = lines.filter(({ position, is_gift }) => !is_gift && (wanted.get(position) ?? 0) > 0)
  if (named.length === 0 && added === null) return 'nothing_to_change'
  const taken = new Map(
    named.map((line) => [
      line.position,
      Math.min(line.item_quantity, wanted.get(line.position) ?? 0),
    ]),
  )
  for (const { line_id, position, item_quantity } of named) {
    const left = item_quantity - (taken.get(position) ?? 0)
    for (const part of lines.filter((one) => line_id !== null && one.parent_line_id === line_id)) {
      const stays = part.item_quantity - (taken.get(part.position) ?? 0)
      if (part.is_gift) {
        const given = Math.floor((part.item_quantity * left) / item_quantity)
        taken.set(part.position, part.item_quantity - given)
      } else if (part.combo_item_id !== null && stays > left) return 'combo_stays'
    }
  }
  const has_none = lines.every(
    (line) => line.is_gift || line.item_quantity === (taken.get(line.position) ?? 0),
  )
  if (has_none && added === null) return 'all_goods'
  return changedOrder({ lines, adjustments, shipping_fee }, taken, added ?? nothing_added)
}

/** An order in two: what stays, and the sums of what becomes an order of its own. */
export interface OrderInTwo {
  stays: ChangedOrder
  goes: Omit<ChangedOrder, 'removed'>
}

/**
 * Splits an order. Every price stays; vouchers and offers are shared out by value, the delivery fee and the rounding
 * stay with the first part. Together both parts cost exactly what the order cost.
 */
export function inTwo(
  before: GoodsOfOrder,
  wanted: ReadonlyMap<number, number>,
): OrderInTwo | ChangeProblem {
  const rest = withOtherGoods(before, wanted)
  if (typeof rest === 'string') return rest
  const { lines, adjustments } = before
  const amounts = new Map(rest.adjustments.map(({ position, amount }) => [position, amount]))
  const kept = adjustments.map(({ position, rule, amount }) => ({
    position,
    amount: rule === 'rounding' ? amount : (amounts.get(position) ?? amount),
    whole: amount,
  }))
  const total = lines.reduce((sum, line) => sum + line.final_price * line.item_quantity, 0)
  const list = lines.reduce((sum, line) => sum + line.price * line.item_quantity, 0)
  const adjustment_total = kept.reduce((sum, { amount }) => sum + amount, 0)
  const stays = {
    ...rest,
    adjustments: kept.map(({ position, amount }) => ({ position, amount })),
    adjustment_total,
    grand_total: rest.subtotal - adjustment_total + before.shipping_fee,
  }
  const shared = kept.map(({ position, amount, whole }) => ({ position, amount: whole - amount }))
  const goes_adjusted = shared.reduce((sum, { amount }) => sum + amount, 0)
  const goes = {
    list_total: list - rest.list_total,
    subtotal: total - rest.subtotal,
    discount: list - rest.list_total - (total - rest.subtotal),
    adjustments: shared.filter(({ amount }) => amount > 0),
    adjustment_total: goes_adjusted,
    grand_total: total - rest.subtotal - goes_adjusted,
  }
  return { stays, goes }
}

/** Takes exactly these units of lines off an order: what lay in a parcel that came back. */
export function withoutParcel(
  before: GoodsOfOrder,
  taken: ReadonlyMap<number, number>,
): ChangedOrder {
  return changedOrder(before, taken, nothing_added)
}

function changedOrder(
  { lines, adjustments, shipping_fee }: GoodsOfOrder,
  taken: ReadonlyMap<number, number>,
  more: AddedSums,
): ChangedOrder {
  const removed = lines.flatMap((line) => {
    const quantity = taken.get(line.position) ?? 0
    return quantity === 0 ? [] : [{ ...line, quantity, left: line.item_quantity - quantity }]
  })
  const leftOf = ({ position, item_quantity }: GoodsLine) =>
    item_quantity - (taken.get(position) ?? 0)
  const sum = (amountOf: (line: GoodsLine) => number) =>
    lines.reduce((total, line) => total + amountOf(line), 0)
  const before = sum((line) => line.final_price * line.item_quantity)
  const stays = sum((line) => line.final_price * leftOf(line))
  const subtotal = stays + more.subtotal
  const list_total = sum((line) => line.price * leftOf(line)) + more.list_total
  const offers = adjustments
    .filter(({ rule }) => rule !== 'rounding')
    .map(({ position, amount }) => ({ position, amount: shareOf(amount, stays, before) }))
  const exact = subtotal - offers.reduce((total, { amount }) => total + amount, 0) + shipping_fee
  // Orders that were joined may have been rounded both: this one is rounded once.
  const roundings = adjustments.filter(({ rule }) => rule === 'rounding')
  const grand_total = roundings.length === 0 ? exact : roundedDown(exact)
  const changed = [
    ...offers,
    ...roundings.map(({ position }, n) => {
      return { position, amount: n === 0 ? exact - grand_total : 0 }
    }),
  ]
  return {
    ...{ removed, list_total, discount: list_total - subtotal, subtotal, adjustments: changed },
    adjustment_total: changed.reduce((total, { amount }) => total + amount, 0),
    grand_total,
  }
}

/** The part of an amount that belongs to `part` of `whole`, rounded up. */
function shareOf(amount: number, part: number, whole: number): number {
  if (whole === 0) return amount
  return Number((BigInt(amount) * BigInt(part) + BigInt(whole) - 1n) / BigInt(whole))
}

/** The highest number of a line: lines that are added follow. */
export function lastLineId({ lines }: Pick<GoodsOfOrder, 'lines'>): number {
  return Math.max(0, ...lines.map(({ line_id }) => line_id ?? 0))
}
