import type { z } from 'zod'
import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type Caller, InvalidInput } from '#pure/contract.ts'
import { lockOpenQuote, type QuoteDeps, showQuote } from '#shop/flows/quote/show-quote.ts'
import { pricedOrRefused } from '#shop/quote/priced-or-refused.ts'
import { findVouchers, updateVoucher } from '#shop/quote/quote-store.ts'
import type { PricedQuote } from '#shop/quote/quote.ts'

type Input = z.output<typeof contract.setVoucher.input>

/**
 * Enters a voucher in the open checkout. An unknown code, or one that gives nothing now, is invalid input with the
 * reason. A second voucher replaces the first once the shopper has confirmed it.
 */
export async function setVoucher(
  { db, now }: QuoteDeps,
  { customer_id }: Caller,
  { code: typed, is_confirmed }: Input,
): Promise<Quote> {
  return transaction(db, async (tx) => {
    const terms = { now: now() }
    const quote = await lockOpenQuote(tx, customer_id, terms.now)
    const code = typed.toUpperCase().replaceAll(' ', '')
    const voucher = (await findVouchers(tx, [code])).get(code)
    if (!voucher?.is_active) {
      throw new InvalidInput({ code: 'Mã giảm giá không tồn tại. Vui lòng kiểm tra lại.' })
    }
    const entered = { ...quote, voucher_code: code, voucher, voucher_lost: null }
    const after = pricedOrRefused(entered, terms)
    if (after.voucher?.problem) throw new InvalidInput({ code: after.voucher.problem })
    const before = pricedOrRefused(quote, terms)
    const previous = discountOf(before)
    const next = discountOf(after)
    if (previous && next && previous.code !== next.code && !is_confirmed) {
      const previous_total = before.totals.grand_total
      const { grand_total } = after.totals
      const change = { previous, next, previous_total, grand_total }
      throw contract.setVoucher.refuse('voucher_change_needs_confirm', change)
    }
    await updateVoucher(tx, quote.quote_id, code)
    return showQuote(tx, entered, terms)
  })
}

/** Removes the voucher from the open checkout. */
export async function removeVoucher(
  { db, now }: QuoteDeps,
  { customer_id }: Caller,
): Promise<Quote> {
  return transaction(db, async (tx) => {
    const asked_at = now()
    const quote = await lockOpenQuote(tx, customer_id, asked_at)
    await updateVoucher(tx, quote.quote_id, null)
    const without = { ...quote, voucher_code: null, voucher: null, voucher_lost: null }
    return showQuote(tx, without, { now: asked_at })
  })
}

/** The voucher of a priced checkout with its discount; null if it has none or if it gives nothing. */
function discountOf({ voucher, totals }: PricedQuote) {
  const discount = totals.adjustments.find(({ rule }) => rule === 'voucher')
  if (!voucher || !discount) return null
  return { code: voucher.code, name: voucher.name, amount: discount.amount }
}
