import { type SharedQuote, sharedQuote as contract } from '#contracts/storefront/shared-quote.ts'
import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import type { Service } from '#pure/contract.ts'
import { transaction } from '#platform/database/postgres.ts'
import { lockCustomers } from '#shop/customer/customer-lock-store.ts'
import { shareHash } from '#shop/draft/draft.ts'
import {
  type DraftOrder,
  findSharedDraft,
  giveDraft,
  lockSharedDraft,
} from '#shop/draft/draft-store.ts'
import type { QuoteDeps } from '#shop/flows/quote/show-quote.ts'
import { deleteUnordered } from '#shop/flows/quote/unordered-quotes-store.ts'
import { findOrderToNotify } from '#shop/order/order-store.ts'
import { findOpenQuote, findOwnerOfQuote } from '#shop/quote/quote-store.ts'
import { priceQuote } from '#shop/quote/quote.ts'

const { refuse } = contract.showSharedQuote

/** The links of checkouts that staff made (decision 164). */
export function sharedQuoteService(deps: QuoteDeps): Service<typeof contract> {
  return {
    showSharedQuote: ({ customer_id }, { code }) => showSharedQuote(deps, customer_id, code),
    takeSharedQuote: ({ customer_id }, { code }) => takeSharedQuote(deps, customer_id, code),
  }
}

async function showSharedQuote(
  { db, now }: QuoteDeps,
  customer_id: CustomerId,
  code: string,
): Promise<SharedQuote> {
  const draft = await findSharedDraft(db, shareHash(code), now())
  const owner = await ownerOf(db, draft, customer_id)
  const shared_until = draft?.shared_until ?? null
  if (draft === null || owner === null || shared_until === null) {
    throw refuse('shared_quote_not_found')
  }
  const order = draft.order_id === null ? null : await findOrderToNotify(db, draft.order_id)
  const about = { shared_until: shared_until.toISOString() }
  if (order !== null) {
    const { code: order_code, items, totals, expires_at, state } = order
    const awaits_payment = state === 'awaiting_payment'
    const { grand_total } = totals
    return {
      ...about,
      ...{ items, totals },
      order: { code: order_code, awaits_payment, grand_total, expires_at },
    }
  }
  const quote = await findOpenQuote(db, owner, now())
  const is_same = quote !== null && quote.quote_id === draft.quote_id
  const priced = is_same ? priceQuote(quote, { now: now() }).priced : null
  if (!priced) throw refuse('shared_quote_not_found')
  return { ...about, items: priced.items, totals: priced.totals, order: null }
}

/** Who has what is behind a link; null if it is gone, or if somebody else took it by this link. */
async function ownerOf(
  db: Database,
  draft: DraftOrder | null,
  customer_id: CustomerId,
): Promise<CustomerId | null> {
  const quote_id = draft?.quote_id ?? null
  if (draft === null || quote_id === null) return null
  const owner = await findOwnerOfQuote(db, quote_id)
  return draft.is_share_taken && owner !== customer_id ? null : owner
}

/**
 * Gives what is behind a link to the caller. From then on the link opens it only for them, because they add a name and
 * an address; staff can make another one. One's own checkout that is open is replaced, as by any new one; the cart
 * keeps its other lines.
 */
async function takeSharedQuote(
  { db, now: clock }: QuoteDeps,
  customer_id: CustomerId,
  code: string,
): Promise<{ order_code: string | null; has_address: boolean }> {
  return transaction(db, async (tx) => {
    const now = clock()
    const draft = await lockSharedDraft(tx, shareHash(code), now)
    const owner = await ownerOf(tx, draft, customer_id)
    if (draft === null || owner === null) throw refuse('shared_quote_not_found')
    await lockCustomers(tx, [customer_id, owner])
    if (owner !== customer_id) {
      if (draft.order_code === null) await deleteUnordered(tx, customer_id)
      await giveDraft(tx, draft, { owner, customer_id }, now)
    }
    return { order_code: draft.order_code, has_address: draft.address !== null }
  })
}
