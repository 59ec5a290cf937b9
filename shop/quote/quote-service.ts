import { quote as contract, type Quote } from '#contracts/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/postgres.ts'
import { InvalidInput, type Service } from '#pure/contract.ts'
import { linesForCheckout, pricesWereShown } from '#shop/cart/cart-service.ts'
import { quantityProblem } from '#shop/cart/cart.ts'
import type { Gateway } from '#shop/payment/gateway.ts'
import { gateways as all_gateways } from '#shop/payment/gateways.ts'
import { checkAddress, no_such_province } from '#shop/quote/address.ts'
import { pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import {
  deleteQuoteItem,
  deleteUnordered,
  findOpenQuote,
  insertQuote,
  lockCustomer,
  updateClosed,
  updateTotalSeen,
} from '#shop/quote/quote-store.ts'
import { quoteView, type OpenQuote, type QuotedItem } from '#shop/quote/quote.ts'
import { setAddress } from '#shop/quote/set-address.ts'
import { setProvince } from '#shop/quote/set-province.ts'

type Input<Name extends keyof typeof contract> = Parameters<Service<typeof contract>[Name]>[1]

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
      transaction(db, (tx) => setProvince(tx, now(), customer_id, wish)),
    paymentMethods: async ({ customer_id }) => {
      const quote = await findOpenQuote(db, customer_id, now())
      if (!quote) throw contract.paymentMethods.refuse('quote_not_found')
      const { totals } = pricedOrRefused(quote)
      const shipping_method = quote.recipient?.shipping_method ?? 'home_delivery'
      const offered = gateways.filter((gateway) =>
        gateway.isOffered({
          grand_total: totals.grand_total,
          shipping_method,
          is_online_only: false,
        }),
      )
      return {
        payment_methods: offered.map(({ code, title, description }) => ({
          code,
          title,
          description,
        })),
      }
    },
  }
}

async function readQuote(db: Database, now: Date, customer_id: number): Promise<Quote> {
  const quote = await findOpenQuote(db, customer_id, now)
  if (!quote) throw contract.getQuote.refuse('quote_not_found')
  return shown(db, quote)
}

async function createQuote(
  tx: Tx,
  now: Date,
  customer_id: number,
  input: Input<'createQuote'>,
): Promise<Quote> {
  const { type, province_id } = input.Quote
  await lockCustomer(tx, customer_id)
  const question = { province_id, customer_group_id: null, now }
  const held = await linesForCheckout(tx, { customer_id, item_type: type }, question)
  const lines = mergedItems(input.QuoteItems).map(([item_id, item_quantity]): QuotedItem => {
    const item = held.get(item_id)?.item
    const problem = quantityProblem(item_id, item, item_quantity, now)
    if (!item) throw contract.createQuote.refuse('item_not_found', { item_id })
    if (problem) {
      throw contract.createQuote.refuse(problem.code, { ...problem.data, name: item.name })
    }
    return { item, item_type: type, item_quantity }
  })
  // An address typed before the shopper went back to the cart is not asked for again.
  const recipient = await deleteUnordered(tx, customer_id)
  const installment_type = type === 4 ? (input.Quote.installment_type ?? null) : null
  const draft = { type, province_id, installment_type, recipient, grand_total_seen: 0, lines }
  const priced = pricedOrRefused(draft)
  const grand_total_seen = priced.totals.grand_total
  const row = { ...draft, customer_id, grand_total_seen, now }
  const quote_id = await insertQuote(tx, row, priced.items)
  if (quote_id === null) throw new InvalidInput({ 'Quote.province_id': no_such_province })
  const news = priced.items.filter(
    (line) => held.get(line.item_id)?.price_seen !== line.final_price,
  )
  if (news.length > 0) await pricesWereShown(tx, customer_id, news)
  return quoteView({ ...draft, quote_id }, priced)
}

async function removeQuoteItem(
  tx: Tx,
  now: Date,
  customer_id: number,
  input: Input<'removeQuoteItem'>,
): Promise<Quote | null> {
  await lockCustomer(tx, customer_id)
  const quote = await findOpenQuote(tx, customer_id, now)
  if (!quote) throw contract.removeQuoteItem.refuse('quote_not_found')
  const { item_id, item_type } = input
  const isMeant = (line: QuotedItem) =>
    line.item.item_id === item_id && line.item_type === item_type
  if (!quote.lines.some(isMeant)) {
    throw contract.removeQuoteItem.refuse('item_not_found', { item_id })
  }
  await deleteQuoteItem(tx, quote.quote_id, item_id)
  const lines = quote.lines.filter((line) => !isMeant(line))
  if (lines.length > 0) return shown(tx, { ...quote, lines })
  await updateClosed(tx, quote.quote_id)
  return null
}

/** Prices a checkout for the screen and remembers the total that is about to be seen. */
async function shown(db: Database, quote: OpenQuote): Promise<Quote> {
  const priced = pricedOrRefused(quote)
  const { grand_total } = priced.totals
  if (grand_total !== quote.grand_total_seen) {
    await updateTotalSeen(db, quote.quote_id, grand_total)
  }
  return quoteView(quote, priced)
}

function mergedItems(
  items: readonly { item_id: number; item_quantity: number }[],
): [number, number][] {
  const merged = new Map<number, number>()
  for (const { item_id, item_quantity } of items) {
    merged.set(item_id, (merged.get(item_id) ?? 0) + item_quantity)
  }
  return [...merged]
}
