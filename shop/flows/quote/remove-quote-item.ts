import type { z } from 'zod'
import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import { findLine, mainLineOf } from '#shop/cart/cart-line.ts'
import { lockOpenQuote, type QuoteDeps, showQuote } from '#shop/flows/quote/show-quote.ts'
import { deleteQuoteItems, updateClosed, updateStaffDiscount } from '#shop/quote/quote-store.ts'

type Input = z.output<typeof contract.removeQuoteItem.input>

/** Removes a line from the open checkout, with the lines beside it. Removing the last line closes the checkout. */
export async function removeQuoteItem(
  { db, now }: QuoteDeps,
  { customer_id }: Caller,
  input: Input,
): Promise<Quote | null> {
  return transaction(db, async (tx) => {
    const { refuse } = contract.removeQuoteItem
    const asked_at = now()
    const quote = await lockOpenQuote(tx, customer_id, asked_at)
    const { line, problem } = findLine(quote.lines, input)
    if (problem?.code === 'line_ambiguous') throw refuse(problem.code, problem.data)
    if (!line) throw refuse('item_not_found', { item_id: input.item_id })

    const isRemoved = (other: typeof line) =>
      other === line || mainLineOf(other, quote.lines) === line
    const removed = quote.lines.filter(isRemoved).map(({ line_id }) => line_id)
    await deleteQuoteItems(tx, quote.quote_id, removed)
    // It was given for all of these goods.
    if (quote.staff_discount !== 0) await updateStaffDiscount(tx, quote.quote_id, 0)
    const lines = quote.lines.filter((other) => !isRemoved(other))
    if (lines.length > 0)
      return showQuote(tx, { ...quote, lines, staff_discount: 0 }, { now: asked_at })
    await updateClosed(tx, quote.quote_id)
    return null
  })
}
