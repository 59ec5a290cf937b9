import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'
import { InvalidInput, type Service } from '#pure/contract.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { findCartLines, updatePricesSeen } from '#shop/cart/cart-store.ts'
import { quantityProblem } from '#shop/cart/cart.ts'
import { findVouchers } from '#shop/quote/quote-voucher-store.ts'
import { no_such_province } from '#shop/quote/address.ts'
import { flashExcess } from '#shop/quote/flash-excess.ts'
import { pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import { withGiftsAtShop } from '#shop/quote/pickup-gifts-store.ts'
import { deleteUnordered, insertQuote, lockCustomer } from '#shop/quote/quote-store.ts'
import { quoteView, type PricedQuote, type QuotedItem } from '#shop/quote/quote.ts'
import { shownLines } from '#shop/quote/show-quote.ts'
import { findGiftItems } from '#shop/pricing/item/gift-items.ts'

type Input = Parameters<Service<typeof contract>['createQuote']>[1]

/** Opens a checkout with chosen lines of the cart, in place of any open one (spec §7 POST /v1/quote). */
export async function createQuote(
  tx: Tx,
  now: Date,
  customer_id: number,
  input: Input,
): Promise<Quote> {
  const { type, province_id } = input.Quote
  await lockCustomer(tx, customer_id)
  const question = { province_id, customer_group_id: null, now }
  const held = (await findCartLines(tx, customer_id, question)).filter(
    ({ item_type }) => item_type === type,
  )
  const lines = chosenLines(held, input.QuoteItems, now)
  // What was typed before the shopper went back to the cart is not asked for again.
  const { recipient, voucher_code } = await deleteUnordered(tx, customer_id)
  const installment_type = type === 4 ? (input.Quote.installment_type ?? null) : null
  const codes = voucher_code === null ? [] : [voucher_code]
  const items = lines.map(({ item }) => item)
  const plain = {
    ...{ type, province_id, installment_type, recipient, voucher_code, is_without_flash: false },
    voucher: (await findVouchers(tx, codes)).get(voucher_code ?? '') ?? null,
    lines,
    gift_items: await findGiftItems(tx, items, question),
  }
  const [draft = plain] = await withGiftsAtShop(tx, [plain])
  const priced = pricedOrRefused(draft, { now })
  refuseFlashExcess(priced)
  const { grand_total: grand_total_seen } = priced.totals
  const gifts_told = priced.gifts_left_out.map(({ item_id }) => item_id)
  const row = { ...draft, customer_id, grand_total_seen, gifts_told, now }
  const quote_id = await insertQuote(tx, row, shownLines(priced, lines))
  if (quote_id === null) throw new InvalidInput({ 'Quote.province_id': no_such_province })
  await tellPrices(tx, customer_id, priced, held)
  return quoteView({ ...draft, quote_id }, priced)
}

/** The cart's lines that are meant; a line that is named twice is meant with all its pieces. */
function chosenLines(
  held: readonly StoredLine[],
  wanted: Input['QuoteItems'],
  now: Date,
): QuotedItem[] {
  const pieces = new Map<StoredLine, number>()
  for (const { item_id, item_quantity, main_product_combo_id } of wanted) {
    const line = meantLine(held, item_id, main_product_combo_id)
    if (!line) throw contract.createQuote.refuse('item_not_found', { item_id })
    pieces.set(line, (pieces.get(line) ?? 0) + item_quantity)
  }
  return [...pieces].map(([line, item_quantity]) => {
    const {
      item,
      item_type,
      main_product_combo_id,
      combo_item_id,
      combo,
      chosen_promotions = [],
    } = line
    const problem = quantityProblem(item.item_id, item, item_quantity, now)
    if (problem) {
      throw contract.createQuote.refuse(problem.code, { ...problem.data, name: item.name })
    }
    const beside = { main_product_combo_id, combo_item_id, combo, chosen_promotions }
    return { item, item_type, item_quantity, ...beside, flash_sale_item_id: null }
  })
}

/** Old clients do not say beside what a line came: then the line by itself comes before others. */
function meantLine(
  held: readonly StoredLine[],
  item_id: number,
  main_product_combo_id: number | undefined,
): StoredLine | undefined {
  const own = held.filter(({ item }) => item.item_id === item_id)
  const exact = own.find((line) => line.main_product_combo_id === (main_product_combo_id ?? null))
  return exact ?? (main_product_combo_id === undefined ? own[0] : undefined)
}

function refuseFlashExcess(priced: PricedQuote): void {
  const excess = flashExcess(priced)
  if (excess) throw contract.createQuote.refuse('exceed_quantity_flashsale', { ...excess })
}

async function tellPrices(
  tx: Tx,
  customer_id: number,
  { items }: PricedQuote,
  held: readonly StoredLine[],
): Promise<void> {
  const news = items.flatMap((shown) => {
    const line = held.find(
      (one) =>
        one.item.item_id === shown.item_id &&
        one.main_product_combo_id === shown.main_product_combo_id,
    )
    if (shown.is_gift || !line || line.price_seen === shown.final_price) return []
    return [{ line_id: line.line_id, price_seen: shown.final_price }]
  })
  if (news.length > 0) await updatePricesSeen(tx, customer_id, news)
}
