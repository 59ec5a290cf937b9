import { sql } from 'kysely'
import type { TradeQuote } from '#contracts/storefront/trade/trade-in.ts'
import type { Database } from '#db/schema.ts'
import { type Buyer, dataOf } from '#test/support/buyer.ts'
import { products, shops } from '#test/support/small-shop.ts'

/** The device that the small shop buys: 5.000.000đ in the best condition, 500.000đ more for another device. */
export const old_phone = 'may-cu-128gb'
export const perfect = { power: 'yes', body: 'new', box: 'yes' }
/** An IMEI with its check digit. */
export const some_imei = '356938035643809'

/** Lets the small shop buy old devices: two of one model, with three questions. */
export async function addTradeIns(db: Database): Promise<void> {
  await sql`insert into trade_grade (grade_code, label, factor)
    values ('A', 'Đẹp', 10000), ('B', 'Xước nhẹ', 9000), ('E', 'Không lên nguồn', 3000)`.execute(db)
  await sql`insert into trade_question (question_code, title, position)
    values ('power', 'Máy lên nguồn?', 1), ('body', 'Thân máy', 2), ('box', 'Còn hộp?', 3)`.execute(
    db,
  )
  await sql`insert into trade_answer (question_code, answer_code, label, grade_code, deduction, position)
    values ('power', 'yes', 'Có', null, 0, 0), ('power', 'no', 'Không', 'E', 0, 1),
      ('body', 'new', 'Như mới', null, 0, 0), ('body', 'scratched', 'Xước', 'B', 0, 1),
      ('box', 'yes', 'Còn', null, 0, 0), ('box', 'no', 'Mất', null, 200, 1),
      ('box', 'drowned', 'Vào nước', null, 10000, 2)`.execute(db)
  await sql`insert into trade_device (code, model_code, model_name, name, variant, brand_name, device_kind, base_price,
      upgrade_bonus, product_id, position)
    values (${old_phone}, 'may-cu', 'Máy cũ', 'Máy cũ 128GB', '128GB', 'Apple', 'dien-thoai', 5000000, 500000,
        ${products.phone_version}, 0),
      ('may-cu-512gb', 'may-cu', 'Máy cũ', 'Máy cũ 512GB', '512GB', 'Apple', 'dien-thoai', 9000000, 0, null, 1)`.execute(
    db,
  )
}

let next_phone = 913_000_000

/** What a quote is asked for with. Each phone is used once. */
export function tradeWish(changes: object = {}) {
  return {
    ...{ device_code: old_phone, answers: perfect, province_id: 30, erp_shop_id: shops.first },
    ...{ customer_name: 'Nguyễn Văn An', customer_phone: `0${next_phone++}` },
    visit_on: '2026-11-23',
    ...changes,
  }
}

export async function quoteTrade(buyer: Buyer, changes: object = {}): Promise<TradeQuote> {
  return dataOf(await buyer.call('POST', '/api/cart-trade/v1/trade-in', tradeWish(changes)))
}
