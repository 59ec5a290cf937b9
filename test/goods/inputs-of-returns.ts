import { sql } from 'kysely'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { shops } from '#test/support/small-shop.ts'

interface Walk {
  db: Database
  staff: StaffServices
  actor: StaffActor
  /** Places an order of a cable, and returns its code. */
  place: () => Promise<string>
}

/** What to call the operations of returns and of requests for refunds with, so that they write. */
export function inputsOfReturns(walk: () => Walk): Record<string, () => Promise<unknown>> {
  const delivered = async () => {
    const { staff, actor, place } = walk()
    const order_code = await place()
    await staff.orders.confirmOrder(actor, { order_code, version: 1 })
    await staff.orders.shipOrder(actor, { order_code, version: 2, move: 'ship' })
    await staff.orders.shipOrder(actor, { order_code, version: 3, move: 'deliver' })
    return order_code
  }
  const brought = async () => {
    const order_code = await delivered()
    return { order_code, position: 1, reason: 'faulty', shop_id: shops.first } as const
  }
  const received = async () => {
    const { staff, actor } = walk()
    return { ...(await staff.returns.open(actor, await brought())), version: 1 }
  }
  const inspected = async () => {
    const { staff, actor } = walk()
    const seen = await received()
    await staff.returns.inspect(actor, { ...seen, grade: 'sealed' })
    return { ...seen, version: 2 }
  }
  /** A return as a shopper asks for it: nobody of the staff has seen it. */
  const asked = async () => {
    const seen = await received()
    await sql`update return_request set state = 'asked' where code = ${seen.code}`.execute(
      walk().db,
    )
    return seen
  }
  const goodwill = async () => {
    const order_code = await delivered()
    return { order_code, amount: 1_000, kind: 'goodwill', reason: 'Giao trễ' } as const
  }
  const request = async (asker: 'actor' | 'colleague') => {
    const { db, staff, actor } = walk()
    const own = await staff.refundRequests.ask(actor, await goodwill())
    if (asker === 'colleague') {
      await sql`with mai as (insert into staff (name, login_name, created_at)
          values ('Mai', ${`mai${own.refund_request_id}`}, now()) returning staff_id)
        update refund_request set asked_by = mai.staff_id from mai
        where refund_request_id = ${own.refund_request_id}`.execute(db)
    }
    return own
  }
  return {
    'refundRequests.ask': goodwill,
    'refundRequests.approve': () => request('colleague'),
    'refundRequests.reject': async () => ({ ...(await request('colleague')), note: 'Không đúng' }),
    'refundRequests.withdraw': () => request('actor'),
    'returnRules.setRules': async () => {
      const { staff, actor } = walk()
      const { version, goodwill_per_month, fees } = await staff.returnRules.rules(actor, {})
      return { version, goodwill_per_month: goodwill_per_month + 1, fees: fees.slice(1) }
    },
    'loyalty.setTiers': async () => {
      const { staff, actor } = walk()
      const { tiers, ...rule } = await staff.loyalty.tiers(actor, {})
      const more = tiers.map((tier) => ({
        ...tier,
        birthday_voucher: tier.birthday_voucher + 1_000,
      }))
      return { ...rule, tiers: more }
    },
    'returns.open': brought,
    'returns.accept': async () => ({ ...(await asked()), shop_id: shops.first }),
    'returns.receive': asked,
    'returns.inspect': async () => ({ ...(await received()), grade: 'opened' }),
    'returns.refund': inspected,
    'returns.exchange': inspected,
    'returnExchanges.openExchange': async () => ({ code: (await inspected()).code }),
    'returnExchanges.placeExchange': async () => {
      const { staff, actor } = walk()
      const { code, version } = await inspected()
      const { draft_id } = await staff.returnExchanges.openExchange(actor, { code })
      const added = await staff.drafts.addGoods(actor, { draft_id, sku: 'SKU-21', quantity: 1 })
      const { totals } = await staff.drafts.draft(actor, { draft_id })
      const seen = { ...added, return_version: version, grand_total: totals?.grand_total }
      return { draft_id, ...seen, way: 'on_delivery' }
    },
    'returns.addPictures': async () => ({
      code: (await received()).code,
      files: [await photo()],
    }),
    'returns.removePicture': async () => {
      const { staff, actor } = walk()
      const { code } = await received()
      await staff.returns.addPictures(actor, { code, files: [await photo()] })
      const { pictures } = await staff.returns.return(actor, { code })
      return { code, picture_id: pictures[0]?.picture_id, reason: 'Ảnh mờ' }
    },
    'returns.reject': async () => ({ ...(await received()), note: 'Hàng vào nước' }),
  }
}
