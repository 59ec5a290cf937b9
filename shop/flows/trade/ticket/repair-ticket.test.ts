import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { RepairTicket } from '#contracts/storefront/repair-ticket.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { partErrors, putParts } from '#test/goods/repair-parts.ts'
import { openTicketCounter } from '#test/goods/ticket-counter.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { repairs, shops } from '#test/support/small-shop.ts'
import { staffWith } from '#test/support/staff.ts'

const phone = '0912 345 678'
const counter = openTicketCounter()
const { checkout, tickets, actor, input, receive, read, seen, move, secretOf, ask, say, add } =
  counter
const { quote, pay, collect, mended, stockOf } = counter

describe('a repair', () => {
  test('goes from the counter to a warranty: quote, yes by the link, part with serial, money, code', async () => {
    const { db } = checkout.own
    const code = await receive({ files: [await photo()] })
    expect(code).toMatch(/^SC\d{6}$/)
    expect((await read(code)).pictures).toHaveLength(1)
    await move(code, 'diagnose')
    await add(code, repairs.battery)
    await quote(code)
    // Nothing is reserved before the customer says yes.
    expect(await stockOf(repairs.battery)).toEqual({ quantity: 2, reserved: 0 })
    const quoted = await ask(code)
    expect(quoted).toMatchObject({
      state: 'quoted',
      total: 920_000,
      refusal_fee: 50_000,
      phone: '09•• ••• 678',
    })
    expect(refusalOf(await say(code, 'approve', quoted.version - 1))).toBe('409 quote_changed')
    const approved = dataOf<RepairTicket>(await say(code, 'approve', quoted.version))
    expect(approved).toMatchObject({ state: 'repairing', due: 920_000 })
    expect(dataOf<RepairTicket>(await say(code, 'approve', quoted.version)).state).toBe('repairing')
    expect(await stockOf(repairs.battery)).toEqual({ quantity: 2, reserved: 1 })
    // A reserved part is not used yet.
    expect((await move(code, 'finish')).refused).toEqual([{ code, reason: 'parts_unused' }])
    await tickets().usePart(actor(), { ...(await seen(code)), position: 1, serial: 'PIN-0042' })
    expect(await stockOf(repairs.battery)).toEqual({ quantity: 1, reserved: 0 })
    expect((await move(code, 'finish')).moved).toEqual([code])
    const { hand_code } = await ask(code)
    expect(hand_code).toMatch(/^\d{6}$/)
    await expect(collect(code, hand_code ?? '')).rejects.toMatchObject({
      code: 'not_paid',
      data: { due: 920_000 },
    })
    await expect(pay(code, 920_001)).rejects.toMatchObject({ code: 'above_due' })
    const form_key = randomUUID()
    await pay(code, 20_000, form_key)
    await pay(code, 20_000, form_key)
    await pay(code, 900_000)
    expect(await read(code)).toMatchObject({ paid: 920_000, due: 0 })
    const wrong = hand_code === '000000' ? '000001' : '000000'
    await expect(collect(code, wrong)).rejects.toMatchObject({
      code: 'hand_code_wrong',
      data: { codes_left: 4 },
    })
    await collect(code, hand_code ?? '')
    const done = await ask(code)
    expect(done).toMatchObject({ state: 'handed_over', hand_code: null })
    expect(done.lines).toMatchObject([
      { serial: 'PIN-0042', warranty_from: '2026-11-20', warranty_until: '2027-11-20' },
    ])
    expect(done.history.map(({ state }) => state)).toEqual([
      'received',
      'diagnosing',
      'quoted',
      'repairing',
      'ready',
      'handed_over',
    ])
    expect(await partErrors(db)).toEqual([])
    const look = (part: string, json: unknown) =>
      checkout.door.call('POST', `/api/lookup/v1/${part}`, { json })
    const found = await look('ticket', { code, phone })
    expect(dataOf(found)).toMatchObject({
      kind: 'repair',
      state: 'handed_over',
      lines: [{ warranty_until: '2027-11-20' }],
    })
    for (const personal of ['Trần', '345678', done.secret])
      expect(found.text).not.toContain(personal)
    expect(refusalOf(await look('ticket', { code, phone: '0987654321' }))).toBe(
      '404 lookup_not_found',
    )
    const warranties = dataOf<{ until: string }[]>(
      await look('warranty/device', { imei: '35-693803-564380-9' }),
    )
    expect(warranties).toMatchObject([{ until: '2027-11-20', code_end: '3809', is_over: false }])
  })

  test('is refused for the fee of the quote, and its code opens it once', async () => {
    const code = await receive()
    await add(code, repairs.screen)
    await quote(code)
    const refused = dataOf<RepairTicket>(await say(code, 'refuse', (await ask(code)).version))
    expect(refused).toMatchObject({ state: 'refused', due: 50_000, lines: [] })
    expect(await stockOf(repairs.screen)).toEqual({ quantity: 1, reserved: 0 })
    await pay(code, 50_000)
    await collect(code, refused.hand_code ?? '')
    expect((await ask(code)).state).toBe('handed_back')
  })

  test('waits for a part that another ticket has, and gets it when it arrives', async () => {
    const { db } = checkout.own
    const [first, second] = [await receive(), await receive()]
    for (const code of [first, second]) {
      await add(code, repairs.screen)
      await quote(code)
    }
    await Promise.all([
      say(first, 'approve', (await ask(first)).version),
      say(second, 'approve', (await ask(second)).version),
    ])
    const states = [(await ask(first)).state, (await ask(second)).state].toSorted()
    expect(states).toEqual(['repairing', 'waiting_parts'])
    const late = (await ask(first)).state === 'waiting_parts' ? first : second
    expect((await move(late, 'parts_arrive')).refused).toEqual([
      { code: late, reason: 'parts_missing' },
    ])
    await putParts(db, { [repairs.screen]: 2 })
    expect((await move(late, 'parts_arrive')).moved).toEqual([late])
    // It breaks, and there is no other one.
    const lost = { ...(await seen(late)), position: 1, why: 'broken' as const }
    expect(await tickets().losePart(actor(), lost)).toEqual({ has_other: false })
    expect(await stockOf(repairs.screen)).toEqual({ quantity: 1, reserved: 1 })
    await tickets().giveUp(actor(), { ...(await seen(late)), reason: 'Chờ quá lâu' })
    expect((await read(late)).due).toBe(0)
    expect(await partErrors(db)).toEqual([])
  })

  test('comes from a booking with its promised prices; one booking makes one ticket', async () => {
    const buyer = await checkout.buyer()
    const booked = {
      item_id: [repairs.battery, repairs.battery],
      customer_name: 'Trần Bình',
      customer_phone: phone,
    }
    const { code: booking } = dataOf<{ code: string }>(
      await buyer.call('POST', '/api/cart/v1/booking', {
        ...booked,
        booking_date: '2026-11-20T17:00',
        erp_shop_id: shops.repairs,
      }),
    )
    await sql`update repair_option set price = 999000 where option_id = ${repairs.battery}`.execute(
      checkout.own.db,
    )
    const begun = await tickets().intake(actor(), { booking })
    expect(begun.booking).toMatchObject({
      name: 'Trần Bình',
      phone: '0912345678',
      shop_id: shops.repairs,
    })
    const request = input({ booking })
    const { code } = await tickets().receiveTicket(actor(), request)
    expect((await tickets().receiveTicket(actor(), request)).code).toBe(code)
    await sql`update repair_option set price = 920000 where option_id = ${repairs.battery}`.execute(
      checkout.own.db,
    )
    expect((await read(code)).lines).toMatchObject([{ price: 920_000 }, { price: 920_000 }])
    await expect(receive({ booking })).rejects.toMatchObject({ code: 'booking_closed' })
    expect(
      dataOf<{ state: string }>(await buyer.call('GET', `/api/cart/v1/booking?code=${booking}`))
        .state,
    ).toBe('received')
    // It is the booking's customer who sees it without a link.
    expect(dataOf<RepairTicket[]>(await buyer.call('GET', '/api/repair/v1/tickets'))).toMatchObject(
      [{ code }],
    )
    const stranger = await checkout.buyer()
    expect(refusalOf(await stranger.call('GET', `/api/repair/v1/ticket?code=${code}`))).toBe(
      '404 ticket_not_found',
    )
    const guess = `/api/repair/v1/ticket?code=${code}&secret=${'0'.repeat(40)}`
    expect(refusalOf(await stranger.call('GET', guess))).toBe('404 ticket_not_found')
    expect(
      refusalOf(await stranger.call('POST', '/api/repair/v1/ticket/approve', { code, version: 1 })),
    ).toBe('404 ticket_not_found')
  })

  test('is told of by phase; a message about an earlier phase is dropped', async () => {
    const { db } = checkout.own
    await sql`delete from outbox`.execute(db)
    const code = await receive()
    await add(code, repairs.battery)
    await quote(code)
    const { rows } = await sql<{ channel: string; facts: { state: string } }>`
      select channel, facts from outbox where template = 'repair_ticket' order by outbox_id`.execute(
      db,
    )
    expect(rows).toMatchObject([
      { channel: 'sms', facts: { state: 'received' } },
      { channel: 'sms', facts: { state: 'quoted' } },
    ])
    const sent: string[] = []
    const transport = {
      is_local: false,
      send: async ({ text }: { text: string }) => void sent.push(text),
    }
    const sender = {
      name: 'Tiệm',
      hotline: '1800',
      public_url: 'https://shop.example',
      company: { name: 'A', address: 'B' },
    }
    const log = { info: () => undefined, warn: () => undefined }
    await sendNotifications({
      db,
      now: () => checkout.now,
      log,
      sender,
      transports: { sms: transport },
    } as never)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatch(
      /Bao gia sua chua cho ban duyet \(SC\d+\)\. Gia 920\.000d\. https:\/\/shop\.example\/phieu-sua-chua\?ma=SC/,
    )
    const { rows: kept } = await sql<{ body: string }>`
      select body from outbox where state = 'sent'`.execute(db)
    expect(kept[0]?.body).not.toContain(await secretOf(code))
  })
})

test('a repair that is given up costs the parts that stay in the device', async () => {
  const code = await receive()
  await add(code, repairs.battery)
  await quote(code)
  const said = { answer: 'approve', waives_fee: false } as const
  await tickets().answerQuote(actor(), { ...(await seen(code)), ...said })
  await tickets().usePart(actor(), { ...(await seen(code)), position: 1, serial: 'PIN-9' })
  await tickets().giveUp(actor(), { ...(await seen(code)), reason: 'Vẫn không lên nguồn' })
  expect(await read(code)).toMatchObject({ state: 'refused', due: 920_000 })
  const { rows } = await tickets().tickets(actor(), { q: code })
  expect(rows).toMatchObject([{ code, due: 920_000 }])
})

describe('a repair under warranty', () => {
  test('is free, adds its days, and the third one offers an exchange', async () => {
    const imei = '356938035643817'
    const first = await mended({ imei })
    const again = async () => {
      const { warranties } = await tickets().intake(actor(), { imei })
      const key = warranties.find((one) => one.key.startsWith(first))?.key
      return receive({ imei, warranty: key })
    }
    const one = await again()
    expect(await read(one)).toMatchObject({
      kind: 'part_warranty',
      warranty_of: first,
      warranty_count: 1,
    })
    // Two days in repair without a new part: the warranty of the old one ends later.
    await tickets().giveUp(actor(), { ...(await seen(one)), reason: 'Không thấy lỗi' })
    checkout.now = new Date('2026-11-21T08:00:00Z')
    await collect(one, (await ask(one)).hand_code ?? '')
    expect((await ask(first)).lines).toMatchObject([{ warranty_until: '2027-11-22' }])
    const two = await again()
    await add(two, repairs.battery)
    expect((await read(two)).total).toBe(0)
    const three = await again()
    expect((await ask(three)).may_ask_exchange).toBe(true)
    expect((await ask(two)).may_ask_exchange).toBe(false)
    checkout.now = new Date('2026-12-01T08:00:00Z')
    expect((await ask(two)).may_ask_exchange).toBe(true)
    // The price of the first repair goes back.
    const { payments } = await read(first)
    const back = {
      repair_payment_id: payments[0]?.repair_payment_id ?? 0,
      reversal: 'refund' as const,
      reason: 'Sửa bảo hành ba lần',
    }
    await tickets().reversePayment(actor(), { ...(await seen(first)), ...back })
    expect((await read(first)).paid).toBe(0)
    await expect(
      tickets().reversePayment(actor(), { ...(await seen(first)), ...back }),
    ).rejects.toMatchObject({ code: 'above_left' })
    await expect(
      receive({ imei: '356938035643999', warranty: `${first}.1` }),
    ).rejects.toMatchObject({ code: 'warranty_over' })
  })

  test('that takes a new part begins the warranty of that part', async () => {
    const imei = '356938035643825'
    const first = await mended({ imei })
    const { warranties } = await tickets().intake(actor(), { imei })
    checkout.now = new Date('2027-01-10T08:00:00Z')
    const again = await mended({ imei, warranty: warranties[0]?.key })
    expect((await ask(first)).lines).toMatchObject([{ warranty_until: '2027-01-10' }])
    expect((await ask(again)).lines).toMatchObject([{ price: 0, warranty_until: '2028-01-10' }])
  })
})

describe('staff', () => {
  const only = (grants: Parameters<typeof staffWith>[0], at: number = shops.repairs) => ({
    ...staffWith(grants, [at]),
    staff_id: actor().staff_id,
  })
  const here = { scope: 'shops', max_amount: null } as const

  test('of other shops find nothing; a technician repairs what is theirs at the list price', async () => {
    const code = await receive()
    const foreign = only(
      { 'repairs.see': here, 'repairs.receive': here, 'repairs.repair': here },
      shops.first,
    )
    await expect(tickets().ticket(foreign, { code })).rejects.toMatchObject({
      code: 'ticket_not_found',
    })
    await expect(tickets().receiveTicket(foreign, input())).rejects.toMatchObject({
      code: 'shop_not_found',
    })
    expect(
      (await tickets().moveTickets(foreign, { codes: [code], move: 'diagnose' })).refused,
    ).toEqual([{ code, reason: 'not_found' }])
    const technician = only({
      'repairs.see': here,
      'repairs.receive': here,
      'repairs.repair': { scope: 'own', max_amount: null },
    })
    expect(
      (await tickets().moveTickets(technician, { codes: [code], move: 'diagnose' })).refused,
    ).toHaveLength(1)
    await sql`update repair_ticket set assigned_to = ${actor().staff_id} where code = ${code}`.execute(
      checkout.own.db,
    )
    expect(
      (await tickets().moveTickets(technician, { codes: [code], move: 'diagnose' })).moved,
    ).toEqual([code])
    const dear = { ...(await seen(code)), item_id: repairs.battery, price: 930_000 }
    await expect(tickets().addLine(technician, dear)).rejects.toMatchObject({
      code: 'price_not_allowed',
    })
    const own_work = { ...(await seen(code)), name: 'Vệ sinh', price: 50_000 }
    await expect(tickets().addLine(technician, own_work)).rejects.toMatchObject({
      code: 'price_not_allowed',
    })
    await tickets().addLine(actor(), dear)
    expect((await read(code)).total).toBe(930_000)
    const stale = { code, version: 1, reason: 'Không sửa' }
    await expect(tickets().giveUp(actor(), stale)).rejects.toMatchObject({
      code: 'ticket_changed',
    })
  })

  test('pay a transfer in once, and hand a device over without its code only as who may', async () => {
    const [one, two] = [await receive(), await receive()]
    for (const code of [one, two]) {
      await add(code, repairs.battery)
      await quote(code)
      await tickets().answerQuote(actor(), {
        ...(await seen(code)),
        answer: 'approve',
        waives_fee: false,
      })
      await tickets().usePart(actor(), { ...(await seen(code)), position: 1 })
      await move(code, 'finish')
    }
    const transfer = async (code: string, reference?: string) =>
      tickets().takePayment(actor(), {
        ...(await seen(code)),
        form_key: randomUUID(),
        way: 'transfer',
        amount: 920_000,
        reference,
      })
    await expect(transfer(one)).rejects.toMatchObject({ code: 'reference_needed' })
    await transfer(one, 'FT123')
    await expect(transfer(two, 'FT123')).rejects.toMatchObject({ code: 'reference_used' })
    const { taken_today } = await tickets().tickets(actor(), { shop_id: shops.repairs })
    expect(taken_today).toContainEqual({ way: 'transfer', amount: 920_000 })
    const seller = only({ 'repairs.see': here, 'repairs.receive': here })
    const proof = { ...(await seen(one)), proof: 'CCCD trùng tên, 4 số cuối' }
    await expect(tickets().collect(seller, proof)).rejects.toMatchObject({
      code: 'price_not_allowed',
    })
    await tickets().collect(actor(), proof)
    expect((await read(one)).events.at(-1)?.note).toContain('CCCD')
  })
})
