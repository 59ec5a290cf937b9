import type { CustomerId } from '#pure/ids.ts'
import type { z } from 'zod'
import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type Caller, InvalidInput } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { type LineReference, findLine, type StoredLine } from '#shop/cart/cart-line.ts'
import { findCart, updatePricesSeen } from '#shop/cart/cart-store.ts'
import { quantityProblem } from '#shop/cart/cart.ts'
import { lockCustomer } from '#shop/customer/customer-lock-store.ts'
import { withOffers } from '#shop/flows/quote/offers-of-quote.ts'
import { linesAsShown, type QuoteDeps } from '#shop/flows/quote/show-quote.ts'
import { deleteUnordered } from '#shop/flows/quote/unordered-quotes-store.ts'
import { findStandingOf } from '#shop/loyalty/standing-store.ts'
import { personOf } from '#shop/loyalty/standing.ts'
import { no_such_province } from '#shop/quote/address.ts'
import { pricedOrRefused } from '#shop/quote/priced-or-refused.ts'
import { insertQuote } from '#shop/quote/quote-store.ts'
import { lostVoucher, quoteView, type PricedQuote } from '#shop/quote/quote.ts'

type Input = z.output<typeof contract.createQuote.input>

/** Opens a checkout with the chosen cart lines and replaces any open one (contract §7 POST /v1/quote). */
export async function createQuote(
  { db, now }: QuoteDeps,
  caller: Caller,
  input: Input,
): Promise<Quote> {
  return transaction(db, (tx) => openQuote(tx, now(), caller, input))
}

async function openQuote(
  tx: Tx,
  now: Date,
  caller: Caller,
  { Quote: { type, province_id, installment_type }, QuoteItems }: Input,
): Promise<Quote> {
  const { customer_id } = caller
  await lockCustomer(tx, customer_id)
  const standing = await findStandingOf(tx, caller, now)
  const question = { ...personOf(standing), province_id, now }
  const { lines: cart, delivery } = await findCart(tx, customer_id, question)
  const of_type = cart.filter(({ item_type }) => item_type === type)
  const lines = chosenLines(
    of_type,
    QuoteItems.map((reference) => ({ ...reference, item_type: type })),
    now,
  )
  if (type === item_types.installment && lines.length > 1) {
    throw new InvalidInput({ QuoteItems: 'Mỗi lần trả góp chỉ chọn một sản phẩm.' })
  }

  // The address and voucher typed before the shopper went back to the cart are reused.
  const { recipient, voucher_code } = await deleteUnordered(tx, customer_id)
  const chosen = {
    ...{ type, province_id, recipient, voucher_code, lines, standing, delivery },
    is_without_flash: type === item_types.installment,
    installment_type: type === item_types.installment ? (installment_type ?? 1) : null,
  }
  const draft = await withOffers(tx, chosen, question)

  const priced = pricedOrRefused(draft, { now })
  const excess = flashExcess(priced)
  if (excess) throw contract.createQuote.refuse('exceed_quantity_flashsale', { ...excess })

  const { grand_total: grand_total_seen } = priced.totals
  const gifts_seen = priced.gifts_left_out.map(({ item_id }) => item_id)
  const is_lost = priced.voucher?.problem != null
  const voucher = {
    voucher_code: is_lost ? null : voucher_code,
    voucher_lost: lostVoucher({}, priced),
  }
  const row = { ...draft, ...voucher, customer_id, grand_total_seen, gifts_seen, now }
  const quote_id = await insertQuote(tx, row, linesAsShown(lines, priced))
  if (quote_id === null) throw new InvalidInput({ 'Quote.province_id': no_such_province })
  await rememberPrices(tx, customer_id, cart, priced)
  return quoteView({ ...draft, quote_id }, priced)
}

/** The named cart lines. The quantities of a line that is named twice are added up. */
function chosenLines(
  cart: readonly StoredLine[],
  wanted: readonly Wanted[],
  now: Date,
): StoredLine[] {
  const quantities = new Map<StoredLine, number>()
  for (const reference of wanted) {
    const line = namedLine(cart, reference, wanted)
    refuseOtherDevice(line, reference)
    quantities.set(line, (quantities.get(line) ?? 0) + reference.item_quantity)
  }
  return [...quantities].map(([line, item_quantity]) => {
    const { item_id, name } = line.item
    const problem = quantityProblem(item_id, line.item, item_quantity, now)
    if (problem) throw contract.createQuote.refuse(problem.code, { ...problem.data, name })
    // A loan is for one piece.
    if (line.item_type === item_types.installment && item_quantity > 1) {
      throw contract.createQuote.refuse('loan_of_one_piece', { item_id, name })
    }
    return { ...line, item_quantity }
  })
}

type Wanted = LineReference & {
  item_quantity: number
  meta?: { imei_id?: number | undefined } | undefined
}

/** Refuses an entry whose imei_id is not that of the line's device. */
function refuseOtherDevice({ item }: StoredLine, { meta }: Wanted): void {
  if (meta?.imei_id === undefined || meta.imei_id === item.used?.imei_id) return
  throw contract.createQuote.refuse('item_not_found', { item_id: item.item_id })
}

/**
 * The cart line that an entry names. If its item is in several lines, lines that other entries name exactly are
 * excluded.
 */
function namedLine(
  cart: readonly StoredLine[],
  reference: LineReference,
  wanted: readonly LineReference[],
): StoredLine {
  const { refuse } = contract.createQuote
  const named = new Set(wanted.filter(isExact).map((entry) => findLine(cart, entry).line))
  const others = isExact(reference) ? cart : cart.filter((line) => !named.has(line))
  const { line: other } = findLine(others, reference)
  if (other) return other
  const { line, problem } = findLine(cart, reference)
  if (line) return line
  if (problem.code === 'line_ambiguous') throw refuse(problem.code, problem.data)
  const { item_id, line_id } = reference
  throw refuse('item_not_found', item_id === undefined ? { line_id } : { item_id })
}

function isExact({ line_id, main_product_combo_id }: LineReference): boolean {
  return line_id !== undefined || main_product_combo_id !== undefined
}

/** Saves the shown prices as seen, so that the cart no longer marks them as changed. */
async function rememberPrices(
  tx: Tx,
  customer_id: CustomerId,
  cart: readonly StoredLine[],
  { items }: PricedQuote,
): Promise<void> {
  const changed = cart.flatMap(({ line_id, price_seen }) => {
    const shown = items.find((item) => item.line_id === line_id)
    return shown && shown.final_price !== price_seen
      ? [{ line_id, price_seen: shown.final_price }]
      : []
  })
  if (changed.length > 0) await updatePricesSeen(tx, customer_id, changed)
}

interface FlashExcess {
  item_id: number | null
  name: string
  per_customer: number
}

/**
 * The first item with a higher quantity at a flash price than one customer may have; all colours of a version count
 * together (contract §8 exceed_quantity_flashsale). Null if there is none.
 */
function flashExcess({ claims }: Pick<PricedQuote, 'claims'>): FlashExcess | null {
  const flash = claims.filter(({ reason }) => reason === 'flash')
  for (const { item_id, name, customer_limit } of flash) {
    if (!customer_limit) continue
    const wanted = flash
      .filter((other) => other.customer_limit?.key === customer_limit.key)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    if (wanted > customer_limit.max) return { item_id, name, per_customer: customer_limit.max }
  }
  return null
}
