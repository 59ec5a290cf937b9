import { sql } from 'kysely'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { inputsOfBookings } from '#test/goods/inputs-of-bookings.ts'
import { addTradeIns, old_phone, perfect, quoteTrade, some_imei } from '#test/goods/trade-ins.ts'
import type { Buyer } from '#test/support/buyer.ts'

interface Shop {
  own: { db: Database }
  now: Date
  buyer: () => Promise<Buyer>
}

interface Walk {
  staff: StaffServices
  actor: StaffActor
}

/** What to call the operations of bookings and trade-in with, so that they write. */
export function inputsOfTrades(
  shop: Shop,
  walk: () => Walk,
): Record<string, () => Promise<unknown>> {
  const seen = async (code: string) => {
    const { staff, actor } = walk()
    return { code, version: (await staff.tradeIns.tradeIn(actor, { code })).version }
  }
  const quoted = async () => {
    const { db } = shop.own
    const { rows } = await sql<{
      known: boolean
    }>`select exists (select from trade_device) as known`.execute(db)
    if (rows[0]?.known !== true) await addTradeIns(db)
    // The device of the call before is at the counter still.
    await sql`update trade_quote set state = 'refused', ended_at = now() where ended_at is null`.execute(
      db,
    )
    return seen((await quoteTrade(await shop.buyer())).code)
  }
  const arrived = async () => {
    const { staff, actor } = walk()
    const input = await quoted()
    await staff.tradeIns.arrive(actor, input)
    return seen(input.code)
  }
  const check = async () => ({
    ...{ ...(await arrived()), device_code: some_imei, answers: perfect, is_signed_out: true },
    ...{ amount: 4_000_000, reason: 'hidden_damage' as const, note: 'Loa rè' },
  })
  const offered = async () => {
    const { staff, actor } = walk()
    const input = await check()
    await staff.tradeIns.offer(actor, input)
    return seen(input.code)
  }
  const digits = async () => {
    const input = await offered()
    const { rows } = await sql<{ accept_code: string }>`
      select accept_code from trade_quote where code = ${input.code}`.execute(shop.own.db)
    return { ...input, accept_code: rows[0]?.accept_code ?? '' }
  }
  const asked = async () => {
    const { rows } = await sql<{ trade_call_id: number }>`
      insert into trade_call (name, phone, created_at)
      values ('An', '+8491' || lpad((random() * 9999999)::integer::text, 7, '0'), now()) returning trade_call_id`.execute(
      shop.own.db,
    )
    return { trade_call_id: rows[0]?.trade_call_id ?? 0, version: 0 }
  }
  const seller = { name: 'NGUYỄN VĂN AN', address: '1 Lê Lợi, Huế', document: '079090001234' }
  return {
    ...inputsOfBookings(shop),
    'tradeIns.arrive': quoted,
    'tradeIns.offer': check,
    'tradeIns.approve': async () => {
      const { staff, actor } = walk()
      const input = { ...(await check()), amount: 1_000_000 }
      await staff.tradeIns.offer(actor, input)
      await sql`with other as (
        insert into staff (name, login_name, created_at) values ('Người báo giá', 'nguoi-bao-gia', now())
        on conflict (login_name) do update set name = excluded.name returning staff_id)
        update trade_quote set offered_by = other.staff_id from other where code = ${input.code}`.execute(
        shop.own.db,
      )
      return seen(input.code)
    },
    'tradeOffice.setTradePrice': async () => {
      await quoted()
      const seen_now = { seen_price: 5_000_000, seen_bonus: 500_000 }
      await sql`update trade_device set base_price = 5000000, upgrade_bonus = 500000 where code = ${old_phone}`.execute(
        shop.own.db,
      )
      return { code: old_phone, base_price: 5_100_000, upgrade_bonus: 500_000, ...seen_now }
    },
    'tradeOffice.takeTradeCall': asked,
    'tradeOffice.endTradeCall': async () => {
      const { staff, actor } = walk()
      const { trade_call_id } = await asked()
      await staff.tradeOffice.takeTradeCall(actor, { trade_call_id, version: 0 })
      return { trade_call_id, version: 1, outcome: 'called', note: 'Khách sẽ ghé' }
    },
    'tradeIns.acceptByCode': digits,
    'tradeIns.recordSeller': async () => ({ ...(await offered()), ...seller }),
    'tradeIns.pay': async () => {
      const { staff, actor } = walk()
      const input = await digits()
      await staff.tradeIns.acceptByCode(actor, input)
      await staff.tradeIns.recordSeller(actor, { ...(await seen(input.code)), ...seller })
      // Whoever agreed on the price does not write a device off.
      await sql`with other as (
        insert into staff (name, login_name, created_at) values ('Người báo giá', 'nguoi-bao-gia', now())
        on conflict (login_name) do update set name = excluded.name returning staff_id)
        update trade_quote set offered_by = other.staff_id from other where code = ${input.code}`.execute(
        shop.own.db,
      )
      return { ...(await seen(input.code)), method: 'cash', outcome: 'written_off' }
    },
    'tradeIns.refuse': async () => ({ ...(await offered()), note: 'Máy từng vào nước' }),
    'tradeIns.purchaseFile': () => Promise.resolve({}),
  }
}
