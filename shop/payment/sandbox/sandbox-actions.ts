import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type {
  Entry,
  PaymentOutcome,
  SandboxLedger,
  SandboxMessage,
  SandboxProvider,
} from '#shop/payment/gateways/sandbox-provider.ts'
import { openSandboxLedger, orderText } from '#shop/payment/sandbox/sandbox-provider-store.ts'

/** What a shopper, a bank or the network can do with a payment; the labels of the buttons. */
export const sandbox_actions = {
  approve: 'Thanh toán',
  decline: 'Ngân hàng từ chối',
  cancel: 'Hủy giao dịch',
  late: 'Trả trễ (đơn hết hạn trước)',
  twice: 'Trả một lần, báo hai lần',
  failed_after_paid: 'Báo thành công rồi báo hỏng',
  paid_after_failed: 'Báo hỏng rồi báo thành công',
  wrong_amount: 'Trả thiếu 1.000đ',
  forged: 'Tin giả (sai chữ ký)',
  silent: 'Trả xong mà không báo (cửa hàng phải hỏi)',
  never: 'Bỏ đi, không trả, không báo',
} as const
export type SandboxAction = keyof typeof sandbox_actions

interface ActionDeps {
  db: Database
  now: Now
  /** Expires the order that a text names, as at its deadline. */
  endOrder: (text: string) => Promise<void>
  /** Sends a message to the shop's own notify route. */
  deliver: (message: SandboxMessage) => Promise<{ status: number; body: string }>
}

export interface Done {
  answers: { status: number; body: string }[]
  /** Where the shopper is redirected. */
  address: string
}

/** Performs an action and notifies the shop; null when the payment had ended before. */
export async function performAction(
  deps: ActionDeps,
  provider: SandboxProvider,
  reference: string,
  action: SandboxAction,
): Promise<Done | null> {
  const ledger = openSandboxLedger(deps.db, provider.family)
  const entry = await ledger.find(reference)
  if (entry === null || entry.state !== 'open') return null
  if (action === 'late') await deps.endOrder(orderText(entry))
  const outcomes = outcomesOf(entry, action, deps.now())
  const settled = await settleEntry(ledger, entry, action, deps.now())
  if (settled === null) return null
  const { settings, forged } = provider
  const keys = action === 'forged' ? forged : settings
  const answers: Done['answers'] = []
  for (const outcome of outcomes.sent) {
    const message = provider.createMessage(settled, outcome, keys)
    if (message !== null) answers.push(await deps.deliver(message))
  }
  return { answers, address: provider.returnAddress(settled, outcomes.shown, keys) }
}

/**
 * Returns the outcomes that the provider sends to the shop, in sequence, and the one in the browser's
 * return address.
 */
function outcomesOf(
  entry: Entry,
  action: SandboxAction,
  at: Date,
): { sent: PaymentOutcome[]; shown: PaymentOutcome } {
  const paid: PaymentOutcome = { status: 'paid', amount: amountOf(entry, action), at }
  const declined: PaymentOutcome = { status: 'declined', amount: entry.amount, at }
  const cancelled: PaymentOutcome = { status: 'cancelled', amount: entry.amount, at }
  switch (action) {
    case 'decline':
      return { sent: [declined], shown: declined }
    case 'cancel':
      return { sent: [cancelled], shown: cancelled }
    case 'twice':
      return { sent: [paid, paid], shown: paid }
    case 'failed_after_paid':
      return { sent: [paid, declined], shown: paid }
    case 'paid_after_failed':
      return { sent: [declined, paid], shown: paid }
    case 'silent':
      return { sent: [], shown: paid }
    case 'never':
      return { sent: [], shown: cancelled }
    default:
      return { sent: [paid], shown: paid }
  }
}

function amountOf({ amount }: Entry, action: SandboxAction): number {
  return action === 'wrong_amount' ? Math.max(1, amount - 1_000) : amount
}

/**
 * Records the action in the provider's ledger. A forged message or an abandoned payment changes nothing
 * there.
 */
async function settleEntry(
  ledger: SandboxLedger,
  entry: Entry,
  action: SandboxAction,
  now: Date,
): Promise<Entry | null> {
  if (action === 'forged' || action === 'never') return entry
  const { reference } = entry
  if (action === 'decline') return ledger.settle(reference, 'declined', 0, now)
  if (action === 'cancel') return ledger.settle(reference, 'cancelled', 0, now)
  return ledger.settle(reference, 'paid', amountOf(entry, action), now)
}
