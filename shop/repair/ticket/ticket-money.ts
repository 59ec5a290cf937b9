import type { TicketState } from '#contracts/storefront/repair-ticket.ts'

interface Priced {
  state: TicketState
  refusal_fee: number
  lines: readonly { price: number; state: string }[]
  paid: number
}

/**
 * What a ticket costs, in đồng: the lines that were agreed, or the fee if the customer refused, with the parts that
 * stay in the device.
 */
function owedOf({ state, refusal_fee, lines }: Omit<Priced, 'paid'>): number {
  const is_refused = state === 'refused' || state === 'handed_back'
  return is_refused
    ? refusal_fee + sumOf(lines.filter((line) => line.state === 'used'))
    : sumOf(lines.filter((line) => line.state !== 'offered'))
}

/** What is to be paid still; below zero: more was paid than the ticket costs now. */
export function dueOf(ticket: Priced): number {
  return owedOf(ticket) - ticket.paid
}

/** What all lines of the quote cost together, agreed or not. */
export function sumOf(lines: readonly { price: number; state: string }[]): number {
  return lines.reduce((sum, { price, state }) => sum + (state === 'dropped' ? 0 : price), 0)
}

interface PaymentRow {
  repair_payment_id: number
  amount: number
  reverses: number | null
}

/** What of a payment can still go back, in đồng: less what has gone back, and what somebody asks to give back. */
export function leftOf(
  { repair_payment_id, amount }: PaymentRow,
  payments: readonly PaymentRow[],
  reversals: readonly { repair_payment_id: number; amount: number; state: string }[],
): number {
  const back = payments.filter(({ reverses }) => reverses === repair_payment_id)
  const asked = reversals.filter(
    (one) => one.repair_payment_id === repair_payment_id && one.state === 'asked',
  )
  const left = back.reduce((sum, row) => sum + row.amount, amount)
  return Math.max(
    0,
    asked.reduce((sum, one) => sum - one.amount, left),
  )
}

const done_states: readonly TicketState[] = ['ready', 'refused']

/** When the shop was done, and the device waits for its customer from then on; null: it is not done. */
export function doneAt(
  state: TicketState,
  events: readonly { state: TicketState; move?: string; happened_at: string }[],
): Date | null {
  if (![...done_states, 'handed_over', 'handed_back'].includes(state)) return null
  const done = events.findLast(
    ({ state: reached, move }) => done_states.includes(reached) && !move?.startsWith('undo_'),
  )
  return done === undefined ? null : new Date(done.happened_at)
}

/** After so many repairs under warranty that did not help, the customer may have a new device or the money. */
const repairs_in_warranty = 3

/**
 * Whether the law (Consumer Law 19/2023, article 30) gives a new device or the money back: the third repair under
 * warranty, or one that is not done at the time that was promised.
 */
export function mayAskExchange(
  ticket: { kind: string; promised_at: Date; done_at: Date | null; warranty_count: number },
  now: Date,
): boolean {
  if (ticket.kind === 'repair') return false
  const is_late = (ticket.done_at ?? now) > ticket.promised_at
  return is_late || ticket.warranty_count >= repairs_in_warranty
}
