import type { z } from 'zod'
import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import { findLine, mainLineOf } from '#shop/cart/cart-line.ts'
import { lockOpenQuote, type QuoteDeps, showQuote } from '#shop/flows/quote/show-quote.ts'
import { deleteQuoteItems, updateClosed } from '#shop/quote/quote-store.ts'

type Input = z.output<typeof contract.removeQuoteItem.input>

/** Takes a line out of the open checkout, with what came beside it. The last one closes it. */
export async function removeQuoteItem(
  { db, now }: QuoteDeps,
  { customer_id }: Caller,
  asked: Input,
): Promise<Quote | null> {
  return transaction(db, async (tx) => {
    const { refuse } = contract.removeQuoteItem
    const asked_at = now()
    const quote = await lockOpenQuote(tx, customer_id, asked_at)
    const { line, problem } = findLine(quote.lines, asked)
    if (problem?.code === 'line_ambiguous') throw refuse(problem.code, problem.data)
    if (!line) throw refuse('item_not_found', { item_id: asked.item_id })

    const isGone = (one: typeof line) => one === line || mainLineOf(one, quote.lines) === line
    const gone = quote.lines.filter(isGone).map(({ line_id }) => line_id)
    await deleteQuoteItems(tx, quote.quote_id, gone)
    const lines = quote.lines.filter((one) => !isGone(one))
    if (lines.length > 0) return showQuote(tx, { ...quote, lines }, { now: asked_at })
    await updateClosed(tx, quote.quote_id)
    return null
  })
}
