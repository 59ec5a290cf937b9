import type { Database } from '#db/schema.ts'
import { findMember } from '#shop/identity/member-store.ts'
import { findStanding } from '#shop/loyalty/standing-store.ts'
import { personOf } from '#shop/loyalty/standing.ts'
import type { NoticeAsker } from '#shop/notice/notice-store.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'

/** Prices without a province are asked for by this number. */
const no_province = 0

/** What the item costs the asker at `now`; null: it has no price. */
export async function priceOf(
  db: Database,
  item_id: number,
  asker: NoticeAsker,
  now: Date,
): Promise<number | null> {
  return (await pricesOf(db, [item_id], asker, now)).get(item_id) ?? null
}

/** What items cost the asker at `now`, by item. A member has the prices of their tier and card. */
export async function pricesOf(
  db: Database,
  item_ids: readonly number[],
  { customer_id, province_id }: NoticeAsker,
  now: Date,
): Promise<Map<number, number>> {
  const member = customer_id === null ? null : await findMember(db, customer_id)
  const standing =
    customer_id === null || member === null ? null : await findStanding(db, customer_id, now)
  const question = { ...personOf(standing), province_id: province_id ?? no_province, now }
  const items = await findItems(db, item_ids, question)
  return new Map(
    items.flatMap(({ item_id, price }) => (price ? [[item_id, price.final_price] as const] : [])),
  )
}
