import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { PlainMove } from '#contracts/staff/orders/ticket-shapes.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { RepairTicket } from '#contracts/storefront/repair-ticket.ts'
import type { StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { takenIn } from '#test/goods/inputs-of-tickets.ts'
import { putParts } from '#test/goods/repair-parts.ts'
import { dataOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { addRepairs, repairs, shops } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'

/** A small shop with the counter of its repairs: what staff and customers do with tickets, in single steps. */
export function openTicketCounter() {
  // 15:00 on Friday, 2026-11-20, in Vietnam.
  const checkout = openCheckout()
  const people: { office?: StaffServices; actor?: StaffActor } = {}
  beforeAll(async () => {
    const { db } = checkout.own
    await addRepairs(db)
    const now = () => checkout.now
    const providers = await testProviders({ db, now, gateways: [cashOnDelivery] })
    people.office = staffOffice(providers).services
    people.actor = await hire('Lan')
  })
  beforeEach(async () => {
    await putParts(checkout.own.db, { [repairs.battery]: 2, [repairs.screen]: 1 })
  })

  const tickets = () => people.office?.tickets ?? never()
  const actor = () => people.actor ?? never()
  /** A member of staff who may do all, with a row of their own. */
  const hire = async (name: string): Promise<StaffActor> => {
    const { rows } = await sql<{ staff_id: number }>`
      insert into staff (name, login_name, password_hash, created_at) values (${name}, ${name.toLowerCase()}, 'x', now())
      returning staff_id`.execute(checkout.own.db)
    return { ...test_staff, name, staff_id: (rows[0]?.staff_id ?? 0) as never }
  }
  const input = (changes: Record<string, unknown> = {}) =>
    contract.receiveTicket.input.parse({ ...takenIn(checkout.now), ...changes })
  const receive = async (changes: Record<string, unknown> = {}) =>
    (await tickets().receiveTicket(actor(), input(changes))).code
  const read = (code: string) => tickets().ticket(actor(), { code })
  /** The ticket as it is now, for the next change. */
  const seen = async (code: string) => ({ code, version: (await read(code)).version })
  const move = (code: string, name: PlainMove) =>
    tickets().moveTickets(actor(), { codes: [code], move: name })
  const secretOf = async (code: string) => {
    const { rows } = await sql<{ secret: string }>`
      select secret from repair_ticket where code = ${code}`.execute(checkout.own.db)
    return rows[0]?.secret ?? ''
  }
  /** The ticket as its customer sees it by the link. */
  const ask = async (code: string) => {
    const query = new URLSearchParams({ code, secret: await secretOf(code) })
    return dataOf<RepairTicket>(await checkout.door.call('GET', `/api/repair/v1/ticket?${query}`))
  }
  const say = async (code: string, answer: 'approve' | 'refuse', version: number) => {
    const path = `/api/repair/v1/ticket/${answer}?secret=${await secretOf(code)}`
    return checkout.door.call('POST', path, { json: { code, version } })
  }
  const add = async (code: string, item_id: number) =>
    tickets().addLine(actor(), { ...(await seen(code)), item_id })
  const quote = async (code: string, refusal_fee = 50_000) =>
    tickets().quote(actor(), { ...(await seen(code)), refusal_fee })
  const approve = async (code: string) =>
    tickets().answerQuote(actor(), {
      ...{ ...(await seen(code)), answer: 'approve', waives_fee: false },
    })
  const fit = async (code: string, position: number, serial?: string) =>
    tickets().usePart(actor(), { ...(await seen(code)), position, serial })
  const giveUp = async (code: string, reason = 'Không sửa được') =>
    tickets().giveUp(actor(), { ...(await seen(code)), reason })
  const pay = async (code: string, amount: number, form_key = randomUUID()) =>
    tickets().takePayment(actor(), { ...(await seen(code)), form_key, way: 'cash', amount })
  const collect = async (code: string, hand_code: string) =>
    tickets().collect(actor(), { ...(await seen(code)), hand_code })
  const give = async (code: string) => collect(code, (await ask(code)).hand_code ?? '')
  /** A battery that was agreed and put in, by a ticket that is not handed over yet. */
  const fitted = async (
    changes: Record<string, unknown> = {},
    item_id: number = repairs.battery,
  ) => {
    const code = await receive(changes)
    await add(code, item_id)
    await quote(code)
    await approve(code)
    await fit(code, 1, 'PIN-1')
    return code
  }
  /** A battery that was changed and handed over. */
  const mended = async (
    changes: Record<string, unknown> = {},
    item_id: number = repairs.battery,
  ) => {
    const code = await fitted(changes, item_id)
    await move(code, 'finish')
    const { due } = await read(code)
    if (due > 0) await pay(code, due)
    await give(code)
    return code
  }
  const stockOf = async (item_id: number) => {
    const { rows } = await sql<{ quantity: number; reserved: number }>`
      select quantity, reserved from repair_part_stock
      where option_id = ${item_id} and shop_id = ${shops.repairs}
    `.execute(checkout.own.db)
    return rows[0]
  }
  /** The warranties that staff are offered for a device. */
  const warranties = async (imei: string) => (await tickets().intake(actor(), { imei })).warranties
  return {
    ...{
      checkout,
      tickets,
      actor,
      hire,
      input,
      receive,
      read,
      seen,
      move,
      secretOf,
      ask,
      say,
      add,
    },
    ...{ quote, approve, fit, giveUp, pay, collect, give, fitted, mended, stockOf, warranties },
  }
}

function never(): never {
  throw new RangeError('the counter is not open yet')
}
