import { type SharedQuote, sharedQuote as contract } from '#contracts/storefront/shared-quote.ts'
import type { CustomerId } from '#pure/ids.ts'
import type { Service } from '#pure/contract.ts'
import { transaction } from '#platform/database/postgres.ts'
import { lockCustomers } from '#shop/customer/customer-lock-store.ts'
import { shareHash } from '#shop/draft/draft.ts'
import { findSharedDraft, giveDraft } from '#shop/draft/draft-store.ts'
import type { QuoteDeps } from '#shop/flows/quote/show-quote.ts'
import { deleteUnordered } from '#shop/flows/quote/unordered-quotes-store.ts'
import { findOrderToNotify } from '#shop/order/order-store.ts'
import { findOpenQuote, findOwnerOfQuote } from '#shop/quote/quote-store.ts'
import { priceQuote } from '#shop/quote/quote.ts'

const { refuse } = contract.showSharedQuote

/** The links of checkouts that staff made (decision 164). */
export function sharedQuoteService(deps: QuoteDeps): Service<typeof contract> {
  return {
    showSharedQuote: (_caller, { code }) => showSharedQuote(deps, code),
    takeSharedQuote: ({ customer_id }, { code }) => takeSharedQuote(deps, customer_id, code),
  }
}

async function showSharedQuote({ db, now }: QuoteDeps, code: string): Promise<SharedQuote> {
  const draft = await findSharedDraft(db, shareHash(code), { now: now() })
  if (draft === null) throw refuse('shared_quote_not_found')
  const shared_until = draft.shared_until?.toISOString() ?? ''
  const order = draft.order_id === null ? null : await findOrderToNotify(db, draft.order_id)
  if (order !== null) {
    const { items, totals, expires_at, state } = order
    const awaits_payment = state === 'awaiting_payment'
    const { grand_total } = totals
    const about = { code: order.code, awaits_payment, grand_total, expires_at }
    return { items, totals, order: about, shared_until }
  }
  const owner = draft.quote_id === null ? null : await findOwnerOfQuote(db, draft.quote_id)
  const quote = owner === null ? null : await findOpenQuote(db, owner, now())
  const is_same = quote !== null && quote.quote_id === draft.quote_id
  const priced = is_same ? priceQuote(quote, { now: now() }).priced : null
  if (!priced) throw refuse('shared_quote_not_found')
  return { items: priced.items, totals: priced.totals, order: null, shared_until }
}

/**
 * Gives what is behind a link to the caller. Whoever holds the link may do so again, on another device: then it is there.
 * One's own checkout that is open is replaced, as by any new one; the cart keeps its other lines.
 */
async function takeSharedQuote(
  { db, now: clock }: QuoteDeps,
  customer_id: CustomerId,
  code: string,
): Promise<{ order_code: string | null; has_address: boolean }> {
  return transaction(db, async (tx) => {
    const now = clock()
    const draft = await findSharedDraft(tx, shareHash(code), { now, lock: true })
    const quote_id = draft?.quote_id ?? null
    const owner = quote_id === null ? null : await findOwnerOfQuote(tx, quote_id)
    if (draft === null || quote_id === null || owner === null) {
      throw refuse('shared_quote_not_found')
    }
    await lockCustomers(tx, [customer_id, owner])
    if (owner !== customer_id) {
      if (draft.order_code === null) await deleteUnordered(tx, customer_id)
      await giveDraft(tx, { ...draft, quote_id }, customer_id, now)
    }
    return { order_code: draft.order_code, has_address: draft.address !== null }
  })
}
