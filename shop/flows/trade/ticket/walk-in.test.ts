import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openTicketCounter } from '#test/goods/ticket-counter.ts'
import { dataOf } from '#test/support/buyer.ts'
import { repairs, shops } from '#test/support/small-shop.ts'

// Three technicians, and it is 15:00.
const { checkout, receive, fitted, move, tickets, actor, input } = openTicketCounter()

beforeEach(async () => {
  const { db } = checkout.own
  await sql`truncate repair_ticket, slot, booking cascade`.execute(db)
})

/** Whether shoppers can book a battery at these times of today. */
async function free(...times: string[]): Promise<(boolean | undefined)[]> {
  const path = `/api/cart/v1/booking/slots?item_id=${repairs.battery}&erp_shop_id=${shops.repairs}`
  const answer = await checkout.door.call('GET', path)
  const { days } = dataOf<{ days: { slots: { time: string; is_free: boolean }[] }[] }>(answer)
  return times.map((time) => days[0]?.slots.find((slot) => slot.time === time)?.is_free)
}

/** Slots whose number of places is not that of their rows, or above the technicians. */
async function wrongSlots(): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::integer as wrong from slot
    where taken > capacity or taken <> (select count(*) from booking_slot own where own.shop_id = slot.shop_id
      and own.skill = slot.skill and own.starts_at = slot.starts_at)`.execute(checkout.own.db)
  return rows[0]?.wrong ?? -1
}

test('who waits takes a technician, and shoppers cannot book that one', async () => {
  for (let n = 0; n < 2; n++) await receive({ waits_minutes: 120 })
  // A device that is left takes nobody.
  await receive()
  expect(await free('16:00', '16:30', '17:00')).toEqual([true, true, true])
  await receive({ waits_minutes: 90 })
  expect(await free('16:00', '16:30', '17:00')).toEqual([false, true, true])
  expect(await wrongSlots()).toBe(0)
})

test('without a free technician nothing is received, and the next times are named', async () => {
  for (let n = 0; n < 3; n++) await receive({ waits_minutes: 60 })
  await expect(receive({ waits_minutes: 30 })).rejects.toMatchObject({
    code: 'no_technician_free',
    data: {
      slots: ['16:00', '16:30', '17:00'].map((time) => ({
        starts_at: new Date(`2026-11-20T${time}:00+07:00`).toISOString(),
      })),
    },
  })
  const { rows } = await sql`select from repair_ticket`.execute(checkout.own.db)
  expect(rows).toHaveLength(3)
  // Whoever leaves the device needs no technician now.
  expect(await receive()).toMatch(/^SC/)
})

test('of eight who wait at the same moment, three are taken', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      tickets().receiveTicket(actor(), input({ waits_minutes: 60, form_key: crypto.randomUUID() })),
    ),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await wrongSlots()).toBe(0)
})

test('a mended device gives back the half hours that have not begun', async () => {
  const code = await fitted({ waits_minutes: 120 })
  for (let n = 0; n < 2; n++) await receive({ waits_minutes: 120 })
  expect(await free('16:00')).toEqual([false])
  await move(code, 'finish')
  expect(await free('16:00')).toEqual([true])
  const { rows } =
    await sql<object>`select to_char(starts_at at time zone 'Asia/Ho_Chi_Minh', 'HH24:MI') as time
    from booking_slot join repair_ticket using (ticket_id) where code = ${code}`.execute(
      checkout.own.db,
    )
  expect(rows).toEqual([{ time: '15:00' }])
  expect(await wrongSlots()).toBe(0)
})
