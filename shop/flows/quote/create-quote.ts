import type { z } from 'zod'
import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type Caller, InvalidInput } from '#pure/contract.ts'
import { type AskedLine, findLine, type StoredLine } from '#shop/cart/cart-line.ts'
import { findCartLines, updatePricesSeen } from '#shop/cart/cart-store.ts'
import { quantityProblem } from '#shop/cart/cart.ts'
import { lockCustomer } from '#shop/customer/customer-lock-store.ts'
import { linesAsShown, type QuoteDeps } from '#shop/flows/quote/show-quote.ts'
import { deleteUnordered } from '#shop/flows/quote/unordered-quotes-store.ts'
import { findGiftItems } from '#shop/pricing/item/gift-items.ts'
import { no_such_province } from '#shop/quote/address.ts'
import { flashExcess } from '#shop/quote/flash-excess.ts'
import { withGiftsAtShop } from '#shop/quote/pickup-gifts-store.ts'
import { pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import { insertQuote } from '#shop/quote/quote-store.ts'
import { findVouchers } from '#shop/quote/quote-voucher-store.ts'
import { quoteView, type PricedQuote } from '#shop/quote/quote.ts'

type Input = z.output<typeof contract.createQuote.input>

/** Opens a checkout with chosen lines of the cart, in place of any open one (contract §7 POST /v1/quote). */
export async function createQuote(
  { db, now }: QuoteDeps,
  { customer_id }: Caller,
  input: Input,
): Promise<Quote> {
  return transaction(db, (tx) => openQuote(tx, now(), customer_id, input))
}

async function openQuote(
  tx: Tx,
  now: Date,
  customer_id: number,
  { Quote: { type, province_id, installment_type }, QuoteItems }: Input,
): Promise<Quote> {
  await lockCustomer(tx, customer_id)
  const question = { province_id, customer_group_id: null, now }
  const cart = await findCartLines(tx, customer_id, question)
  const of_type = cart.filter(({ item_type }) => item_type === type)
  const lines = chosenLines(
    of_type,
    QuoteItems.map((asked) => ({ ...asked, item_type: type })),
    now,
  )

  // What was typed before the shopper went back to the cart is not asked for again.
  const { recipient, voucher_code } = await deleteUnordered(tx, customer_id)
  const vouchers = await findVouchers(tx, voucher_code === null ? [] : [voucher_code])
  const items = lines.map(({ item }) => item)
  const plain = {
    ...{ type, province_id, recipient, voucher_code, is_without_flash: false, lines },
    installment_type: type === 4 ? (installment_type ?? null) : null,
    voucher: vouchers.get(voucher_code ?? '') ?? null,
    gift_items: await findGiftItems(tx, items, question),
  }
  const [draft = plain] = await withGiftsAtShop(tx, [plain])

  const priced = pricedOrRefused(draft, { now })
  const excess = flashExcess(priced)
  if (excess) throw contract.createQuote.refuse('exceed_quantity_flashsale', { ...excess })

  const { grand_total: grand_total_seen } = priced.totals
  const gifts_told = priced.gifts_left_out.map(({ item_id }) => item_id)
  const row = { ...draft, customer_id, grand_total_seen, gifts_told, now }
  const quote_id = await insertQuote(tx, row, linesAsShown(lines, priced))
  if (quote_id === null) throw new InvalidInput({ 'Quote.province_id': no_such_province })
  await rememberPrices(tx, customer_id, cart, priced)
  return quoteView({ ...draft, quote_id }, priced)
}

/** The cart's lines that are meant; one that is named twice is meant with all of its quantity. */
function chosenLines(
  cart: readonly StoredLine[],
  wanted: readonly (AskedLine & { item_quantity: number })[],
  now: Date,
): StoredLine[] {
  const quantities = new Map<StoredLine, number>()
  for (const asked of wanted) {
    const line = meantLine(cart, asked, wanted)
    quantities.set(line, (quantities.get(line) ?? 0) + asked.item_quantity)
  }
  return [...quantities].map(([line, item_quantity]) => {
    const { item_id, name } = line.item
    const problem = quantityProblem(item_id, line.item, item_quantity, now)
    if (problem) throw contract.createQuote.refuse(problem.code, { ...problem.data, name })
    return { ...line, item_quantity }
  })
}

/** Where an item lies in several lines, what another entry names outright is not meant by this one. */
function meantLine(
  cart: readonly StoredLine[],
  asked: AskedLine,
  wanted: readonly AskedLine[],
): StoredLine {
  const { refuse } = contract.createQuote
  const named = new Set(wanted.filter(isOutright).map((other) => findLine(cart, other).line))
  const others = isOutright(asked) ? cart : cart.filter((line) => !named.has(line))
  const { line: other } = findLine(others, asked)
  if (other) return other
  const { line, problem } = findLine(cart, asked)
  if (line) return line
  if (problem.code === 'line_ambiguous') throw refuse(problem.code, problem.data)
  const { item_id, line_id } = asked
  throw refuse('item_not_found', item_id === undefined ? { line_id } : { item_id })
}

function isOutright({ line_id, main_product_combo_id }: AskedLine): boolean {
  return line_id !== undefined || main_product_combo_id !== undefined
}

/** The cart no longer calls a price changed that the checkout has shown. */
async function rememberPrices(
  tx: Tx,
  customer_id: number,
  cart: readonly StoredLine[],
  { items }: PricedQuote,
): Promise<void> {
  const news = cart.flatMap(({ line_id, price_seen }) => {
    const shown = items.find((item) => item.line_id === line_id)
    return shown && shown.final_price !== price_seen
      ? [{ line_id, price_seen: shown.final_price }]
      : []
  })
  if (news.length > 0) await updatePricesSeen(tx, customer_id, news)
}
