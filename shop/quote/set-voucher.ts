import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'
import { InvalidInput } from '#pure/contract.ts'
import { findVouchers } from '#shop/quote/quote-voucher-store.ts'
import { findOpenQuote, lockCustomer, updateVoucher } from '#shop/quote/quote-store.ts'
import { showQuote } from '#shop/quote/show-quote.ts'

/**
 * Puts a voucher's code into the open checkout, or takes it out (null). A code that nobody gave out is
 * a wrong field; one that gives nothing now stays, and the checkout says why.
 */
export async function setVoucher(
  tx: Tx,
  now: Date,
  customer_id: number,
  typed: string | null,
): Promise<Quote> {
  await lockCustomer(tx, customer_id)
  const quote = await findOpenQuote(tx, customer_id, now)
  if (!quote) throw contract.setVoucher.refuse('quote_not_found')
  const voucher_code = typed === null ? null : typed.toUpperCase().replaceAll(' ', '')
  const found = await findVouchers(tx, voucher_code === null ? [] : [voucher_code])
  const voucher = found.get(voucher_code ?? '') ?? null
  if (voucher_code !== null && !voucher?.is_active) {
    throw new InvalidInput({ code: 'Mã giảm giá không tồn tại. Vui lòng kiểm tra lại.' })
  }
  await updateVoucher(tx, quote.quote_id, voucher_code)
  return showQuote(tx, { ...quote, voucher_code, voucher }, { now })
}
