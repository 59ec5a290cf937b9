import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Saying, Telling, TestProvider } from '#shop/payment/sandbox/sandbox-provider.ts'
import {
  type Book,
  type Entry,
  openBook,
  orderWords,
} from '#shop/payment/sandbox/sandbox-provider-store.ts'

/** What a shopper, a bank or the network may do to a payment. */
export const deeds = {
  approve: 'Thanh toán',
  decline: 'Ngân hàng từ chối',
  cancel: 'Khách hủy',
  late: 'Trả trễ (đơn hết hạn trước)',
  twice: 'Trả một lần, báo hai lần',
  failed_after_paid: 'Báo thành công rồi báo hỏng',
  paid_after_failed: 'Báo hỏng rồi báo thành công',
  wrong_amount: 'Trả thiếu 1.000đ',
  forged: 'Tin giả (sai chữ ký)',
  silent: 'Trả xong mà không báo (cửa hàng phải hỏi)',
  never: 'Bỏ đi, không trả, không báo',
} as const
export type Deed = keyof typeof deeds

export interface DeedParts {
  db: Database
  now: Now
  /** Ends the order that a text names, as its deadline would. */
  endOrder: (text: string) => Promise<void>
  /** Brings a message to our own door. */
  deliver: (telling: Telling) => Promise<{ status: number; body: string }>
}

export interface Done {
  answers: { status: number; body: string }[]
  /** Where the shopper goes. */
  address: string
}

/** Does it and tells the shop; null when this payment had ended before. */
export async function doDeed(
  parts: DeedParts,
  provider: TestProvider,
  reference: string,
  deed: Deed,
): Promise<Done | null> {
  const book = openBook(parts.db, provider.family)
  const entry = await book.find(reference)
  if (entry === null || entry.state !== 'open') return null
  if (deed === 'late') await parts.endOrder(orderWords(entry))
  const sayings = sayingsOf(entry, deed, parts.now())
  const known = await settled(book, entry, deed, parts.now())
  if (known === null) return null
  const { settings, forged } = provider
  const keys = deed === 'forged' ? forged : settings
  const answers: Done['answers'] = []
  for (const saying of sayings.told) {
    const telling = provider.tell(known, saying, keys)
    if (telling !== null) answers.push(await parts.deliver(telling))
  }
  return { answers, address: provider.comeBack(known, sayings.shown, keys) }
}

/** What the provider tells the shop, one after another, and what it says by way of the browser. */
function sayingsOf(entry: Entry, deed: Deed, at: Date): { told: Saying[]; shown: Saying } {
  const paid: Saying = { status: 'paid', amount: amountOf(entry, deed), at }
  const declined: Saying = { status: 'declined', amount: entry.amount, at }
  const cancelled: Saying = { status: 'cancelled', amount: entry.amount, at }
  switch (deed) {
    case 'decline':
      return { told: [declined], shown: declined }
    case 'cancel':
      return { told: [cancelled], shown: cancelled }
    case 'twice':
      return { told: [paid, paid], shown: paid }
    case 'failed_after_paid':
      return { told: [paid, declined], shown: paid }
    case 'paid_after_failed':
      return { told: [declined, paid], shown: paid }
    case 'silent':
      return { told: [], shown: paid }
    case 'never':
      return { told: [], shown: cancelled }
    default:
      return { told: [paid], shown: paid }
  }
}

function amountOf({ amount }: Entry, deed: Deed): number {
  return deed === 'wrong_amount' ? Math.max(1, amount - 1_000) : amount
}

/** What the provider's own books say afterwards; who forges or goes away changes nothing there. */
async function settled(book: Book, entry: Entry, deed: Deed, now: Date): Promise<Entry | null> {
  if (deed === 'forged' || deed === 'never') return entry
  const { reference } = entry
  if (deed === 'decline') return book.settle(reference, 'declined', 0, now)
  if (deed === 'cancel') return book.settle(reference, 'cancelled', 0, now)
  return book.settle(reference, 'paid', amountOf(entry, deed), now)
}
