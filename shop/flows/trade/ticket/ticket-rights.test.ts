import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { retention_days } from '#shop/flows/sweep/retention.ts'
import { sweep } from '#shop/flows/sweep/sweep-job.ts'
import { renderTicket } from '#shop/flows/trade/ticket/render-ticket.ts'
import { partErrors, putParts } from '#test/goods/repair-parts.ts'
import { openTicketCounter } from '#test/goods/ticket-counter.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { products, repairs } from '#test/support/small-shop.ts'

const counter = openTicketCounter()
const sender = {
  ...{ name: 'Tiệm', hotline: '1800', public_url: 'https://shop.example' },
  company: { name: 'A', address: 'B' },
}
const { tickets, actor, read, seen, move, ask } = counter

describe('the third repair of one fault under warranty', () => {
  test('counts when each repair has put in a new part, and when it put in another one', async () => {
    const imei = '356938035643833'
    await putParts(counter.checkout.own.db, { [repairs.battery]: 5 })
    const first = await counter.mended({ imei })
    const again = async (old: string, item_id: number) => {
      const key = (await counter.warranties(imei)).find((one) => one.key.startsWith(old))?.key
      const code = await counter.fitted({ imei, warranty: key }, item_id)
      return code
    }
    const one = await again(first, repairs.battery)
    await move(one, 'finish')
    await counter.give(one)
    const two = await again(one, repairs.screen)
    await move(two, 'finish')
    await counter.give(two)
    expect(await read(two)).toMatchObject({ warranty_count: 2, may_ask_exchange: false })
    const three = await again(two, repairs.battery)
    expect(await read(three)).toMatchObject({
      ...{ warranty_count: 3, may_ask_exchange: true },
      // The money that goes back is that of the first repair.
      ...{ warranty_of: two, paid_ticket: first },
    })
    // Another part of the same device has a count of its own.
    await putParts(counter.checkout.own.db, { [repairs.screen]: 2 })
    const other = await counter.mended({ imei }, repairs.screen)
    const key = `${other}.1`
    expect((await read(await counter.receive({ imei, warranty: key }))).warranty_count).toBe(1)
  })

  test('of a sold device counts by what staff say is the same fault, with the parts that were put in', async () => {
    const { db } = counter.checkout.own
    const imei = '356938035643841'
    await sql`insert into unit (product_id, imei1, state, order_code, warranty_from, warranty_until, created_at)
      values (${products.cable}, ${imei}, 'sold', 'DH0001', '2026-10-20', '2027-10-20', now())`.execute(
      db,
    )
    const one = await counter.mended(
      { imei, warranty: 'unit', fault: 'Sọc màn hình' },
      repairs.screen,
    )
    expect((await counter.warranties(imei)).map(({ key }) => key)).toEqual([
      `${one}.1`,
      'unit',
      `unit.${one}`,
    ])
    const two = await counter.receive({ imei, warranty: `unit.${one}` })
    await counter.giveUp(two)
    await counter.give(two)
    const other_fault = await counter.receive({ imei, warranty: 'unit', fault: 'Loa rè' })
    expect((await read(other_fault)).warranty_count).toBe(1)
    const three = await counter.receive({ imei, warranty: `${one}.1` })
    expect(await read(three)).toMatchObject({
      ...{ kind: 'part_warranty', warranty_count: 3, may_ask_exchange: true, unit_code: imei },
    })
    await expect(
      counter.receive({ imei: '356938035643858', warranty: `unit.${one}` }),
    ).rejects.toMatchObject({ code: 'warranty_over' })
  })
})

test('a repair under warranty that is given up leaves the old warranty, and the new part has its own', async () => {
  const imei = '356938035643866'
  const first = await counter.mended({ imei })
  counter.checkout.now = new Date('2026-12-01T08:00:00Z')
  const [old] = await counter.warranties(imei)
  const again = await counter.fitted({ imei, warranty: old?.key })
  await counter.giveUp(again)
  counter.checkout.now = new Date('2026-12-02T08:00:00Z')
  await counter.give(again)
  // Two days were spent in the shop.
  expect((await ask(first)).lines).toMatchObject([{ warranty_until: '2027-11-22' }])
  expect((await ask(again)).lines).toMatchObject([
    { state: 'used', warranty_from: '2026-12-02', warranty_until: '2027-12-02' },
  ])
})

describe('the customer’s yes', () => {
  test('is not replaced by sending the device to its maker', async () => {
    const code = await counter.receive()
    await move(code, 'send_out')
    await counter.tickets().moveTickets(actor(), { codes: [code], move: 'come_back' })
    expect((await read(code)).state).toBe('diagnosing')
    expect((await move(code, 'finish')).refused).toEqual([{ code, reason: 'state' }])
    await counter.add(code, repairs.battery)
    await counter.quote(code)
    await counter.approve(code)
    await move(code, 'send_out')
    await move(code, 'come_back')
    expect((await read(code)).state).toBe('repairing')
    // What is free needs no yes.
    const imei = '356938035643874'
    const first = await counter.mended({ imei })
    const free = await counter.receive({ imei, warranty: `${first}.1` })
    await move(free, 'send_out')
    await move(free, 'come_back')
    expect((await read(free)).state).toBe('repairing')
  })

  test('costs no more, if it is a no, than was said when the device was received', async () => {
    const code = await counter.receive({ announced_fee: 30_000 })
    expect(await ask(code)).toMatchObject({ announced_fee: 30_000, refusal_fee: 0 })
    await counter.add(code, repairs.battery)
    await expect(counter.quote(code, 30_001)).rejects.toMatchObject({
      code: 'fee_above_announced',
      data: { announced_fee: 30_000 },
    })
    await counter.quote(code, 30_000)
    expect((await ask(code)).refusal_fee).toBe(30_000)
  })

  test('to a line that falls away is answered with a reason, which the customer reads', async () => {
    const { db } = counter.checkout.own
    const code = await counter.receive()
    await counter.add(code, repairs.battery)
    await counter.quote(code)
    await counter.approve(code)
    await sql`delete from outbox`.execute(db)
    const remove = async (reason?: string) =>
      tickets().removeLine(actor(), { ...(await seen(code)), position: 1, reason })
    await expect(remove()).rejects.toMatchObject({ code: 'reason_needed' })
    await remove('Pin còn tốt, chỉ cần vệ sinh')
    const { rows } = await sql<{ facts: unknown }>`
      select facts from outbox where template = 'repair_ticket'`.execute(db)
    expect(rows).toMatchObject([{ facts: { dropped_line: 1 } }])
    const sms = { channel: 'sms', facts: rows[0]?.facts } as const
    const sent = await renderTicket({ db, sender, now: () => counter.checkout.now }, sms)
    expect(sent?.body).toContain('Cua hang bo mot muc ban da duyet')
    expect((await ask(code)).dropped).toMatchObject([{ reason: 'Pin còn tốt, chỉ cần vệ sinh' }])
    expect((await read(code)).events.at(-1)).toMatchObject({ move: 'drop_line' })
    expect(await partErrors(db)).toEqual([])
    // One that nobody agreed to needs none.
    const open = await counter.receive()
    await counter.add(open, repairs.battery)
    await tickets().removeLine(actor(), { ...(await seen(open)), position: 1 })
    expect((await ask(open)).dropped).toEqual([])
  })
})

test('a service that takes no part and is not offered any more goes on in the tickets that have it', async () => {
  const { db } = counter.checkout.own
  const code = await counter.receive()
  await counter.add(code, repairs.screen)
  await counter.quote(code)
  await sql`update repair_part set needs_part = false where part_code = 'man-hinh'`.execute(db)
  await sql`update repair_option set is_active = false where option_id = ${repairs.screen}`.execute(
    db,
  )
  await counter.approve(code)
  const { state, lines } = await read(code)
  await sql`update repair_part set needs_part = true where part_code = 'man-hinh'`.execute(db)
  await sql`update repair_option set is_active = true where option_id = ${repairs.screen}`.execute(
    db,
  )
  expect({ state, lines }).toMatchObject({
    state: 'repairing',
    lines: [{ state: 'agreed', free: null }],
  })
})

test('pictures of a device are erased half a year after it was given back', async () => {
  const code = await counter.receive({ files: [await photo()] })
  const open = await counter.receive({ files: [await photo()] })
  await counter.giveUp(code)
  await counter.give(code)
  const log = createLog({ service: 'test', level: 'silent' })
  const sweepAfter = (days: number) =>
    sweep({
      ...{ db: counter.checkout.own.db, log },
      now: () => new Date(counter.checkout.now.getTime() + days * 86_400_000),
    })
  expect(await sweepAfter(retention_days.repair_pictures - 1)).toMatchObject({ repair_pictures: 0 })
  expect((await read(code)).pictures).toHaveLength(1)
  expect(await sweepAfter(retention_days.repair_pictures + 1)).toMatchObject({ repair_pictures: 1 })
  expect((await read(code)).pictures).toHaveLength(0)
  expect((await read(open)).pictures).toHaveLength(1)
})
