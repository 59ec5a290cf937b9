import { type Dong, formatDong } from '#pure/money.ts'

/**
 * A printed row of a price or of an order: what it costs by the list, what each rule takes off, fees, and the total,
 * which is the sum of the rows above it.
 */
export interface PriceRow {
  kind: 'list' | 'change' | 'fee' | 'total'
  label: string
  /** Negative for a reduction. */
  amount: Dong
}

/** A step of a price: the rule that applied and the amount after it. */
interface Step {
  rule: string
  name: string
  amount: Dong
}

/** Rules without a name of their own. */
const labels: Readonly<Record<string, string>> = {
  sale: 'Giảm giá trực tiếp',
  customer_group: 'Chiết khấu Smember',
  gift: 'Quà tặng',
  rounding: 'Làm tròn',
}

/** The name of a flash sale is for staff: it tells day and hour, too long for a card. Every page says this instead. */
const flash_label = 'Flash Sale'

/**
 * Returns the rows of a unit price. The first is the list price of the province, which is struck through beside the
 * price. A gift costs nothing whatever it was reduced to. A step that changes nothing is left out.
 */
export function unitRows(trace: readonly Step[]): PriceRow[] {
  const list = trace.findLast(({ rule }) => rule === 'list' || rule === 'province') ?? trace[0]
  if (list === undefined) return []
  const changes = changesOf(trace, list)
  const total = changes.reduce((sum, { amount }) => sum + amount, list.amount)
  return [
    { kind: 'list', label: 'Giá niêm yết', amount: list.amount },
    ...changes,
    { kind: 'total', label: 'Giá bán', amount: total },
  ]
}

/** Returns what each rule takes off the list price, as a card shows it: list price and price stand above. */
export function cardRows(trace: readonly Step[]): PriceRow[] {
  return unitRows(trace).filter(({ kind }) => kind === 'change')
}

function changesOf(trace: readonly Step[], list: Step): PriceRow[] {
  const gift = trace.find(({ rule }) => rule === 'gift')
  const steps = gift ? [list, gift] : trace.slice(trace.indexOf(list))
  return steps.slice(1).flatMap((step, n): PriceRow[] => {
    const amount = step.amount - (steps[n]?.amount ?? 0)
    const label = withoutAmount(labelOf(step), amount)
    return amount === 0 ? [] : [{ kind: 'change', label, amount }]
  })
}

function labelOf({ rule, name }: Pick<Step, 'rule' | 'name'>): string {
  return rule === 'flash' ? flash_label : name || labels[rule] || 'Ưu đãi'
}

/** "Giảm ngay 500.000đ" without the amount, if this is what stands beside it. */
function withoutAmount(label: string, amount: Dong): string {
  const shown = ` ${formatDong(Math.abs(amount))}`
  const name = label.slice(0, -shown.length)
  return label.endsWith(shown) && /giảm(?: ngay| thêm)?$/i.test(name) ? name : label
}

interface OrderLine {
  item_quantity: number
  price_trace: readonly Step[]
}

interface OrderTotals {
  list_total: Dong
  discount: Dong
  adjustments: readonly Step[]
  shipping_fee: Dong
  grand_total: Dong
}

/**
 * Returns the rows of an order: the list prices of all lines, one row for each rule that lowers them, the reductions of
 * the whole order, the delivery fee and the total. What the steps of an old order do not explain is a row too.
 */
export function orderRows(lines: readonly OrderLine[], totals: OrderTotals): PriceRow[] {
  const { list_total, discount, adjustments, shipping_fee, grand_total } = totals
  const by_label = new Map<string, Dong>()
  const add = (label: string, amount: Dong) =>
    by_label.set(label, (by_label.get(label) ?? 0) + amount)
  for (const { item_quantity, price_trace } of lines) {
    for (const { kind, label, amount } of unitRows(price_trace)) {
      if (kind === 'change') add(label, amount * item_quantity)
    }
  }
  const unexplained = [...by_label.values()].reduce((sum, amount) => sum - amount, -discount)
  if (unexplained !== 0) add('Ưu đãi', unexplained)
  return [
    { kind: 'list', label: 'Tổng tiền hàng', amount: list_total },
    ...[...by_label].map(([label, amount]): PriceRow => ({ kind: 'change', label, amount })),
    ...adjustments.map((one): PriceRow => ({
      kind: 'change',
      label: withoutAmount(labelOf(one), one.amount),
      amount: -one.amount,
    })),
    { kind: 'fee', label: 'Phí vận chuyển', amount: shipping_fee },
    { kind: 'total', label: 'Tổng tiền (đã gồm VAT)', amount: grand_total },
  ]
}

/** The rows as texts. */
export function rowTexts(rows: readonly PriceRow[]): [label: string, amount: string][] {
  return rows.map(({ kind, label, amount }) => {
    if (kind === 'change') return [label, formatChange(amount)]
    return [label, kind === 'fee' && amount === 0 ? 'Miễn phí' : formatDong(amount)]
  })
}

/** The states of an order after which nobody owes money for it. */
const ended = new Set(['delivered', 'cancelled', 'expired'])

/** Returns the rows below the total of an order for which money came: how much, and what is still missing. */
export function paidRows(
  state: string,
  grand_total: Dong,
  paid_total: Dong,
): [label: string, amount: string][] {
  if (paid_total === 0) return []
  const received: [string, string] = ['Đã nhận', formatDong(paid_total)]
  const due = ended.has(state) ? 0 : grand_total - paid_total
  const label = state === 'awaiting_payment' ? 'Còn thiếu' : 'Còn phải trả'
  return due > 0 ? [received, [label, formatDong(due)]] : [received]
}

/** Formats a change of an amount: "-500.000đ", "+30.000đ". */
export function formatChange(amount: Dong): string {
  return `${amount < 0 ? '-' : '+'}${formatDong(Math.abs(amount))}`
}

/** Rules for members, in the sequence of their application. */
const member_rules = new Set(['customer_group', 'member', 'student'])

/** What the rules for members take off a unit, and whose rules they are; 0: none applied. */
export function memberSaving(trace: readonly Step[]): { label: string; amount: Dong } {
  const amounts = trace.map((step, n) =>
    member_rules.has(step.rule) ? (trace[n - 1]?.amount ?? step.amount) - step.amount : 0,
  )
  const is_student = trace.some(({ rule }) => rule === 'student')
  return {
    label: is_student ? 'S-Student' : 'Smember',
    amount: amounts.reduce((sum, one) => sum + one, 0),
  }
}
