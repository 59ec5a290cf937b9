import type { z } from 'zod'
import type { quote as contract, Quote } from '#contracts/storefront/quote.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import { lockOpenQuote, type QuoteDeps, showQuote } from '#shop/flows/quote/show-quote.ts'
import { updateUsesPoints } from '#shop/quote/quote-store.ts'

/** Pays a part of the open checkout with the member's points, or no longer (decision 195). */
export async function usePoints(
  { db, now }: QuoteDeps,
  { customer_id }: Caller,
  { are_used }: z.output<typeof contract.usePoints.input>,
): Promise<Quote> {
  return transaction(db, async (tx) => {
    const asked_at = now()
    const quote = await lockOpenQuote(tx, customer_id, asked_at)
    await updateUsesPoints(tx, quote.quote_id, are_used)
    return showQuote(tx, { ...quote, uses_points: are_used }, { now: asked_at })
  })
}
