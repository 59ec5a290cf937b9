import { type Dong, formatDong } from '#pure/money.ts'

/** A printed row of a price: the listed price, then what each rule changes. */
interface PricePart {
  label: string
  /** The first row is an amount; every other row is a change, negative for a reduction. */
  amount: Dong
}

/** A step of a price: the rule that applied and the amount after it. */
interface Step {
  rule: string
  name: string
  amount: Dong
}

const labels: Readonly<Record<string, string>> = {
  province: 'Giá tại tỉnh, thành của bạn',
  sale: 'Giảm trực tiếp',
  customer_group: 'Giá thành viên Smember',
  gift: 'Quà tặng',
}

/**
 * Returns the rows of a unit price. Their amounts add up to the final price, because each row is the difference of two
 * steps. A step that changes nothing is left out.
 */
export function priceBreakdown(trace: readonly Step[]): PricePart[] {
  return trace.flatMap((step, n) => {
    const before = trace[n - 1]
    if (before === undefined) return [{ label: 'Giá niêm yết', amount: step.amount }]
    const amount = step.amount - before.amount
    const label = step.name || labels[step.rule] || 'Ưu đãi'
    return amount === 0 ? [] : [{ label, amount }]
  })
}

/** Formats a change of an amount: "-500.000đ", "+30.000đ". */
export function formatChange(amount: Dong): string {
  return `${amount < 0 ? '-' : '+'}${formatDong(Math.abs(amount))}`
}

/** The rows of a price as texts. */
export function breakdownTexts(trace: readonly Step[]): [label: string, amount: string][] {
  return priceBreakdown(trace).map(({ label, amount }, n) => [
    label,
    n === 0 ? formatDong(amount) : formatChange(amount),
  ])
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

interface PricedLine {
  item_quantity: number
  price_trace: readonly Step[]
}

/** "Chiết khấu Smember": the part of an order's discount that the rules for members take off. */
export function memberDiscount(lines: readonly PricedLine[]): Dong {
  return lines.reduce(
    (sum, { item_quantity, price_trace }) => sum + memberSaving(price_trace).amount * item_quantity,
    0,
  )
}
