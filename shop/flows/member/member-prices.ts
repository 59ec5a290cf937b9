import type { z } from 'zod'
import type { member as contract, MemberPrice } from '#contracts/storefront/member.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Caller } from '#pure/contract.ts'
import { findGroupName } from '#shop/customer/customer-group-store.ts'
import { findPriceQuestion } from '#shop/flows/cart/read-cart.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import { priceAt } from '#shop/pricing/price/price.ts'
import { findShownColors } from '#shop/views/member/shown-items-store.ts'

/** Whose price it is that a member has by their tier. */
const by_tier = 'Smember'

/** What the member pays for products, where it is less than what everybody pays. */
export async function memberPrices(
  { db, now }: { db: Database; now: Now },
  caller: Caller,
  { products, province_id }: z.output<typeof contract.prices.input>,
): Promise<{ prices: MemberPrice[] }> {
  const question = await findPriceQuestion(db, caller, province_id, now())
  const colors = await findShownColors(db, products.split(',').map(Number))
  const items = await findItems(db, colors, question)
  const { card_group_id = null } = question
  const card = card_group_id === null ? null : await findGroupName(db, card_group_id)
  const guest = { province_id, customer_group_id: null, now: question.now }
  const without_card = { ...question, card_group_id: null, is_student: false }
  const prices = items.flatMap(({ item_id, version_id, price, price_rows, offers }) => {
    const everybody = priceAt(price_rows, offers, guest)
    const saving = price && everybody ? everybody.final_price - price.final_price : 0
    if (price === null || saving <= 0) return []
    const { final_price } = price
    const is_by_card =
      card !== null && (priceAt(price_rows, offers, without_card)?.final_price ?? 0) > final_price
    const label = is_by_card ? card : by_tier
    return [{ product_id: version_id ?? item_id, item_id, final_price, saving, label }]
  })
  return { prices }
}
