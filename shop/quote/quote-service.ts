import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import { InvalidInput, type Service } from '#pure/contract.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { gateways as all_gateways } from '#shop/payment/gateways/gateways.ts'
import { checkAddress } from '#shop/quote/address.ts'
import { createQuote } from '#shop/quote/create-quote.ts'
import { paymentMethods } from '#shop/quote/payment-methods.ts'
import {
  deleteQuoteItem,
  findOpenQuote,
  lockCustomer,
  updateClosed,
} from '#shop/quote/quote-store.ts'
import type { QuotedItem } from '#shop/quote/quote.ts'
import { setAddress } from '#shop/quote/set-address.ts'
import { setProvince } from '#shop/quote/set-province.ts'
import { setVoucher } from '#shop/quote/set-voucher.ts'
import { showQuote } from '#shop/quote/show-quote.ts'

interface Parts {
  db: Database
  now: Now
  gateways?: readonly Gateway[]
}

/** The checkout in progress (spec §3, §7): one open per customer, priced anew whenever it is shown. */
export function quoteService({
  db,
  now,
  gateways = all_gateways,
}: Parts): Service<typeof contract> {
  return {
    getQuote: ({ customer_id }) => readQuote(db, now(), customer_id),
    createQuote: ({ customer_id }, input) =>
      transaction(db, (tx) => createQuote(tx, now(), customer_id, input)),
    removeQuoteItem: ({ customer_id }, input) =>
      transaction(db, (tx) => removeQuoteItem(tx, now(), customer_id, input)),
    setAddress: async ({ customer_id }, input) => {
      const { address, problems } = checkAddress(input)
      if (problems) throw new InvalidInput(problems)
      return transaction(db, (tx) => setAddress(tx, now(), customer_id, address))
    },
    setProvince: ({ customer_id }, wish) =>
      transaction(db, (tx) => setProvince(tx, now(), customer_id, { ...wish, gateways })),
    setVoucher: ({ customer_id }, { code }) =>
      transaction(db, (tx) => setVoucher(tx, now(), customer_id, code)),
    removeVoucher: ({ customer_id }) =>
      transaction(db, (tx) => setVoucher(tx, now(), customer_id, null)),
    paymentMethods: ({ customer_id }) => paymentMethods(db, now(), customer_id, gateways),
  }
}

async function readQuote(db: Database, now: Date, customer_id: number): Promise<Quote> {
  const quote = await findOpenQuote(db, customer_id, now)
  if (!quote) throw contract.getQuote.refuse('quote_not_found')
  return showQuote(db, quote, { now })
}

async function removeQuoteItem(
  tx: Tx,
  now: Date,
  customer_id: number,
  { item_id, item_type }: { item_id: number; item_type: number },
): Promise<Quote | null> {
  await lockCustomer(tx, customer_id)
  const quote = await findOpenQuote(tx, customer_id, now)
  if (!quote) throw contract.removeQuoteItem.refuse('quote_not_found')
  const isMeant = (line: QuotedItem) =>
    line.item.item_id === item_id && line.item_type === item_type
  if (!quote.lines.some(isMeant)) {
    throw contract.removeQuoteItem.refuse('item_not_found', { item_id })
  }
  await deleteQuoteItem(tx, quote.quote_id, item_id)
  const lines = quote.lines.filter(
    (line) => !isMeant(line) && line.main_product_combo_id !== item_id,
  )
  if (lines.length > 0) return showQuote(tx, { ...quote, lines }, { now })
  await updateClosed(tx, quote.quote_id)
  return null
}
