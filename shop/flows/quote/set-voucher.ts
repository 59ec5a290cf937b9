import type { Quote } from '#contracts/storefront/quote.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type Caller, InvalidInput } from '#pure/contract.ts'
import { lockOpenQuote, type QuoteDeps, showQuote } from '#shop/flows/quote/show-quote.ts'
import { updateVoucher } from '#shop/quote/quote-store.ts'
import { findVouchers } from '#shop/quote/quote-voucher-store.ts'

/**
 * Puts a voucher's code into the open checkout, or takes it out (null). A code that nobody issued is a
 * wrong field; one that gives nothing now stays, and the checkout says why.
 */
export async function setVoucher(
  { db, now }: QuoteDeps,
  { customer_id }: Caller,
  typed: string | null,
): Promise<Quote> {
  return transaction(db, async (tx) => {
    const asked_at = now()
    const quote = await lockOpenQuote(tx, customer_id, asked_at)
    const voucher_code = typed === null ? null : typed.toUpperCase().replaceAll(' ', '')
    const found = await findVouchers(tx, voucher_code === null ? [] : [voucher_code])
    const voucher = found.get(voucher_code ?? '') ?? null
    if (voucher_code !== null && !voucher?.is_active) {
      throw new InvalidInput({ code: 'Mã giảm giá không tồn tại. Vui lòng kiểm tra lại.' })
    }
    await updateVoucher(tx, quote.quote_id, voucher_code)
    return showQuote(tx, { ...quote, voucher_code, voucher }, { now: asked_at })
  })
}
