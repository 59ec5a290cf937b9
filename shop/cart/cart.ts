import type { Cart, CartItem } from '#contracts/storefront/cart.ts'
import type { DeliveryTerms, PriceStep } from '#contracts/price-parts.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { mainLineOf, type StoredLine } from '#shop/cart/cart-line.ts'
import type { PricedLine } from '#shop/pricing/basket/basket.ts'
import { choiceGroups, priceByChoice } from '#shop/pricing/basket/choices.ts'
import { usedProblem, type UsedProblem } from '#shop/inventory/used/used.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { comingDay, isSellable, maxQuantity, type Item } from '#shop/pricing/item/item.ts'

/** The largest number of lines in a cart. */
export const max_lines = 50

type QuantityProblem =
  | UsedProblem
  | { code: 'item_not_found'; data: { item_id: number } }
  | { code: 'not_on_sale_yet'; data: { item_id: number; launched_on: string } }
  | { code: 'sold_out'; data: { item_id: number } }
  | { code: 'quantity_not_available'; data: { item_id: number; max_quantity: number } }

/** Why a line cannot have this quantity of an item, or null when it can (contract §7 POST /v1/cart). */
export function quantityProblem(
  item_id: number,
  item: Item | undefined,
  quantity: number,
  now: Date,
): QuantityProblem | null {
  const device = item?.used ?? null
  if (item && device && (!item.is_offered || item.stock === 0))
    return usedProblem(device, item, now)
  if (!isSellable(item)) return { code: 'item_not_found', data: { item_id } }
  const launched_on = comingDay(item.launched_on, now)
  if (launched_on !== null) return { code: 'not_on_sale_yet', data: { item_id, launched_on } }
  const max_quantity = maxQuantity(item)
  if (max_quantity === 0) return { code: 'sold_out', data: { item_id } }
  if (quantity > max_quantity) {
    return { code: 'quantity_not_available', data: { item_id, max_quantity } }
  }
  return null
}

/** The state of a line in the cart: whether it can be bought in this quantity. */
export function lineState(item: Item, quantity: number): CartItem['state'] {
  if (!isSellable(item)) return 'unavailable'
  if (item.stock === 0) return 'sold_out'
  return item.stock < quantity ? 'not_enough' : 'available'
}

/**
 * The view of a cart: every line priced now by the rules of a checkout, gifts after their line, and the sums of the
 * selected and available lines.
 */
export function cartOf(
  lines: readonly StoredLine[],
  gift_items: ReadonlyMap<number, Item>,
  question: PriceQuestion,
  delivery: DeliveryTerms,
): Cart {
  const priced = pricedLines(lines, gift_items, question)
  const items = lines.flatMap((line) => {
    const { own, gifts } = priced.get(line) ?? { own: undefined, gifts: [] }
    const parent = mainLineOf(line, lines)
    const steps = [...(own?.price.trace ?? []), ...gifts.flatMap(({ price }) => price.trace)]
    const about = own ? choicesOf(line, steps, gift_items, question) : {}
    return [
      { ...lineItem(line, own, parent), ...about },
      ...gifts.map((gift) => giftItem(gift, line)),
    ]
  })
  const bought = items.filter(
    (item) =>
      item.is_selected &&
      item.state === 'available' &&
      !item.is_gift &&
      item.item_type !== item_types.installment,
  )
  const line_ids = new Set(bought.map(({ line_id }) => line_id))
  const gifts = items.filter((item) => item.is_gift && line_ids.has(item.parent_line_id))
  return {
    item_quantity: sum(lines, (line) => line.item_quantity),
    items,
    selected: {
      item_quantity: sum(bought, (item) => item.item_quantity),
      subtotal: sum(bought, (item) => item.line_total),
      saving: sum(
        [...bought, ...gifts],
        (item) => (item.price - item.final_price) * item.item_quantity,
      ),
    },
    delivery,
  }
}

type Priced = { own: PricedLine | undefined; gifts: PricedLine[] }

/**
 * Prices the selected lines together; other lines are priced as if all lines were bought. Each line that is bought in
 * parts is an order of its own.
 */
function pricedLines(
  all_lines: readonly StoredLine[],
  gift_items: ReadonlyMap<number, Item>,
  question: PriceQuestion,
): Map<StoredLine, Priced> {
  const all_sellable = all_lines.flatMap((line) => {
    const { item } = line
    return isSellable(item) ? [{ line, basket_line: { ...line, item } }] : []
  })
  const is_in_parts = ({ line }: (typeof all_sellable)[number]) =>
    line.item_type === item_types.installment
  const sellable = all_sellable.filter((one) => !is_in_parts(one))
  const basketOf = (chosen: typeof sellable, asked = question): Map<StoredLine, Priced> => {
    const basket = {
      lines: chosen.map(({ basket_line }) => basket_line),
      gift_items,
      ...no_order_offers,
    }
    const priced = priceByChoice(basket, asked).lines
    return new Map(
      chosen.map(({ line }, index) => {
        const of_line = priced.filter((priced_line) => priced_line.index === index)
        const own = of_line.find(({ is_gift }) => !is_gift)
        return [line, { own, gifts: of_line.filter(({ is_gift }) => is_gift) }]
      }),
    )
  }
  const selected = sellable.filter(
    ({ line }) => line.is_selected && lineState(line.item, line.item_quantity) === 'available',
  )
  // Prices of a flash sale are for what is paid at once.
  const without_flash = { ...question, without_flash: true }
  const in_parts = all_sellable
    .filter(is_in_parts)
    .flatMap((one) => [...basketOf([one], without_flash)])
  const together = selected.length === sellable.length ? [] : [...basketOf(selected)]
  return new Map([...basketOf(sellable), ...together, ...in_parts])
}

const no_order_offers = { voucher: null, payment_method: null, payment_offers: [] }

function lineItem(
  { item, ...line }: StoredLine,
  priced: PricedLine | undefined,
  parent: StoredLine | undefined,
): CartItem {
  const { price_seen } = line
  const price = priced?.price
  // An item that is no longer sold shows the last price that the shopper saw.
  const final_price = price?.final_price ?? price_seen ?? 0
  const of_item = maxQuantity(item)
  const max = line.item_type === item_types.installment ? Math.min(of_item, 1) : of_item
  return {
    line_id: line.line_id,
    parent_line_id: parent?.line_id ?? null,
    ...aboutItem(item),
    item_type: line.item_type,
    item_quantity: line.item_quantity,
    is_selected: line.is_selected,
    price: price?.list_price ?? final_price,
    mechanic_price: price?.mechanic_price ?? final_price,
    final_price,
    price_trace: price?.trace ?? [],
    previous_price: price_seen === final_price ? null : price_seen,
    line_total: final_price * line.item_quantity,
    max_quantity: parent ? Math.min(max, parent.item_quantity) : max,
    state: lineState(item, line.item_quantity),
    parent_item_id: parent?.item.item_id ?? null,
    main_product_combo_id: line.main_product_combo_id,
    combo_item_id: line.combo_item_id,
    is_gift: false,
    flash: price?.flash ?? null,
    ...usedParts(item),
  }
}

/** What a line says of a used device; nothing for other goods. */
function usedParts({ used = null }: Item): Pick<CartItem, 'meta' | 'used'> {
  if (used === null) return {}
  const { imei_id, imei_tail, shop_name, reserved_until } = used
  const until = reserved_until === null ? null : new Date(reserved_until).toISOString()
  return { meta: { imei_id }, used: { imei_tail, shop_name, reserved_until: until } }
}

function giftItem({ item, item_quantity, price }: PricedLine, parent: StoredLine): CartItem {
  return {
    line_id: null,
    parent_line_id: parent.line_id,
    ...aboutItem(item),
    item_type: parent.item_type,
    item_quantity,
    is_selected: parent.is_selected,
    price: price.list_price,
    mechanic_price: price.mechanic_price,
    final_price: 0,
    price_trace: price.trace,
    previous_price: null,
    line_total: 0,
    max_quantity: item_quantity,
    state: 'available',
    parent_item_id: parent.item.item_id,
    main_product_combo_id: null,
    combo_item_id: null,
    is_gift: true,
    flash: null,
  }
}

/** The promotion choices of a line, the chosen promotions, and a chosen one that is not available. */
function choicesOf(
  { item, chosen_promotions = [] }: StoredLine,
  steps: readonly PriceStep[],
  gift_items: ReadonlyMap<number, Item>,
  question: PriceQuestion,
): Pick<CartItem, 'choices' | 'chosen_promotions' | 'lost_promotion'> {
  const { promotions } = item.offers
  const hasGift = (item_id: number) => (gift_items.get(item_id)?.stock ?? 0) > 0
  const choices = choiceGroups(promotions, question, steps, hasGift)
  const lost = chosen_promotions.find((uuid) => !steps.some(({ reference }) => reference === uuid))
  const lost_promotion = promotions.find(({ uuid }) => uuid === lost)?.name ?? ''
  return {
    ...(choices.length > 0 ? { choices } : {}),
    ...(chosen_promotions.length > 0 ? { chosen_promotions: [...chosen_promotions] } : {}),
    ...(lost === undefined ? {} : { lost_promotion }),
  }
}

function aboutItem({ item_id, sku, name, color_name, url_path, thumbnail }: Item) {
  return { item_id, sku, name, color_name, url_path, thumbnail }
}

function sum<T>(list: readonly T[], amount: (entry: T) => number): number {
  return list.reduce((total, entry) => total + amount(entry), 0)
}
