import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { type Fault, noneOf } from '#test/faults/fault.ts'
import { openSite, type Site } from '#test/faults/site.ts'
import { dataOf } from '#test/support/buyer.ts'

const service = 1_000_000_005
const shoppers = 6

/**
 * Kill -9 of the shop, every third time with its database, while shoppers book the same few times, move and cancel.
 * Afterwards each slot has taken what bookings have of it, and every booking that was answered is there.
 */
export const slots: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const acknowledged = new Set<string>()
    const state = { is_over: false }
    const crowd = Array.from({ length: shoppers }, (_, n) =>
      bookUntil(site, n, state, acknowledged),
    )
    const cycles = rounds(6, 60)
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await sleep(300 + Math.random() * 700)
      if (cycle % 3 === 0) process.kill(site.databasePid(), 'SIGKILL')
      await site.kill()
      await site.open()
    }
    await sleep(1_000)
    state.is_over = true
    await Promise.all(crowd)
    const [errors, codes] = await site.inDatabase((db) =>
      Promise.all([slotErrors(db), codesOf(db)]),
    )
    const lost = [...acknowledged].filter((code) => !codes.has(code))
    const how = `${acknowledged.size} bookings; ${cycles} kills`
    noneOf(report, 'slots that are not what bookings have', errors, how)
    noneOf(report, 'answered bookings that are gone', lost, how)
    noneOf(report, 'bookings', acknowledged.size === 0 ? ['none was made'] : [], how)
  } finally {
    await site.close()
  }
}

/** Books, moves and cancels until it is over. The shop may be away at any time. */
async function bookUntil(
  site: Site,
  n: number,
  state: { is_over: boolean },
  acknowledged: Set<string>,
): Promise<void> {
  const path = '/api/cart/v1/booking'
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  for (let turn = 0; !state.is_over; turn++) {
    try {
      const token = await guestOf(site)
      const at = (hour: number) => `${day}T${String(9 + (hour % 3)).padStart(2, '0')}:00`
      const json = {
        ...{ item_id: service, erp_shop_id: 1, booking_date: at(turn), customer_name: 'An' },
        customer_phone: `0912${n}${String(turn % 100_000).padStart(5, '0')}`,
      }
      const booked = await site.call('POST', path, { token, json })
      if (booked.status !== 200) continue
      const { code } = dataOf<{ code: string }>(booked)
      acknowledged.add(code)
      const move = { code, booking_date: at(turn + 1) }
      await site.call('PUT', path, { token, json: move })
      if (turn % 3 !== 0) await site.call('POST', `${path}/cancel`, { token, json: { code } })
    } catch {
      await sleep(100)
    }
  }
}

async function guestOf(site: Site): Promise<string> {
  const answer = await site.call('POST', '/api/sso/auth/guest-token', { json: {} })
  return dataOf<{ token: string }>(answer).token
}

async function slotErrors(db: Database): Promise<string[]> {
  const { rows } = await sql<{ slot: string }>`
    select concat_ws(' ', shop_id, skill, starts_at, taken) as slot from slot
    where taken <> (select count(*) from booking_slot own where own.shop_id = slot.shop_id
      and own.skill = slot.skill and own.starts_at = slot.starts_at)
    union all
    select code from booking where state = 'booked'
      and not exists (select from booking_slot where booking_slot.booking_id = booking.booking_id)`.execute(
    db,
  )
  return rows.map(({ slot }) => slot)
}

async function codesOf(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('booking').select('code').execute()
  return new Set(rows.map(({ code }) => code))
}
