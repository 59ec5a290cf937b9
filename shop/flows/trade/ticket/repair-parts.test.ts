import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import { Refusal, type StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { takenIn } from '#test/goods/inputs-of-tickets.ts'
import { partErrors, putParts } from '#test/goods/repair-parts.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { addRepairs, repairs, shops } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
let office: StaffServices
let actor: StaffActor

beforeAll(async () => {
  const { db } = checkout.own
  await addRepairs(db)
  const now = () => checkout.now
  office = staffOffice(await testProviders({ db, now, gateways: [cashOnDelivery] })).services
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, password_hash, created_at) values ('Lan', 'lan', 'x', now())
    returning staff_id`.execute(db)
  actor = { ...test_staff, staff_id: (rows[0]?.staff_id ?? 0) as never }
})

const acts = ['ask', 'yes', 'no', 'use', 'lose', 'drop', 'arrive', 'stop', 'count'] as const
type Act = (typeof acts)[number]

/** Does one thing with a ticket, as it is now; what the ticket refuses is no matter. */
async function act(code: string, name: Act, item_id: number): Promise<void> {
  const { tickets } = office
  const { version, lines } = await tickets.ticket(actor, { code })
  const seen = { code, version }
  const position = lines.find(({ state }) => state === 'reserved')?.position ?? 1
  const steps: Record<Act, () => Promise<unknown>> = {
    ask: async () => {
      await tickets.addLine(actor, { ...seen, item_id })
      await tickets.quote(actor, { code, version: version + 1, refusal_fee: 0 })
    },
    yes: () => tickets.answerQuote(actor, { ...seen, answer: 'approve', waives_fee: false }),
    no: () => tickets.answerQuote(actor, { ...seen, answer: 'refuse', waives_fee: false }),
    use: () => tickets.usePart(actor, { ...seen, position }),
    lose: () => tickets.losePart(actor, { ...seen, position, why: 'faulty' }),
    drop: () => tickets.removeLine(actor, { ...seen, position }),
    arrive: () => tickets.moveTickets(actor, { codes: [code], move: 'parts_arrive' }),
    stop: () => tickets.giveUp(actor, { ...seen, reason: 'Không sửa' }),
    count: () => putParts(checkout.own.db, { [item_id]: 2 }),
  }
  try {
    await steps[name]()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

test(
  'whatever is done with three tickets at once, parts are never negative and each has its place',
  { timeout: 60_000 },
  async () => {
    const { db } = checkout.own
    const step = fc.record({
      ticket: fc.nat(2),
      name: fc.constantFrom(...acts, 'ask' as const, 'yes' as const),
      item_id: fc.constantFrom(repairs.battery, repairs.screen),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        await putParts(db, { [repairs.battery]: 1, [repairs.screen]: 1 })
        const codes = await Promise.all(
          [0, 1, 2].map(async () => {
            const input = contract.receiveTicket.input.parse(takenIn(checkout.now))
            return (await office.tickets.receiveTicket(actor, input)).code
          }),
        )
        for (let n = 0; n < steps.length; n += 3) {
          const at_once = steps.slice(n, n + 3)
          await Promise.all(
            at_once.map(({ ticket, name, item_id }) => act(codes[ticket] ?? '', name, item_id)),
          )
        }
        expect(await partErrors(db)).toEqual([])
        const { rows } = await sql`
          select option_id from repair_part_stock
          where shop_id = ${shops.repairs} and (reserved < 0 or quantity < reserved)`.execute(db)
        expect(rows).toEqual([])
      }),
      { numRuns: 12 },
    )
  },
)
