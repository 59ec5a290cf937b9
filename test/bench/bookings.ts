import { rmSync } from 'node:fs'
import { BenchFailure, dataOf, openConnection } from '#test/bench/connection.ts'
import type { Report } from '#test/bench/report.ts'
import { openSite, type Site } from '#test/faults/site.ts'

const at_once = 16
const measured = 600
/** A battery, which the demo shop changes in half an hour. */
const service = 1_000_000_005

interface Wish {
  token: string
  json: Record<string, unknown>
}

/** Measures how many bookings there can be in a second: each takes slots, stores lines and writes its messages. */
export async function bookingsBench(report: Report): Promise<void> {
  const site = await openSite()
  try {
    const wishes = await wishesFor(site, measured + 50)
    await book(site, wishes.slice(0, 50))
    const started = performance.now()
    await book(site, wishes.slice(50))
    report({
      name: 'bookings',
      value: measured / ((performance.now() - started) / 1_000),
      unit: 'per s',
      bar: 100,
      good: 'at least',
      how: `${measured} phones, ${at_once} at once, at all shops that repair`,
    })
  } finally {
    await site.close()
    rmSync(site.data_dir, { recursive: true, force: true })
  }
}

/** A guest and a free time for each booking: the times of all shops, one after another. */
async function wishesFor(site: Site, count: number): Promise<Wish[]> {
  const connection = openConnection(site.url)
  const list = `/api/locations/v1/shops/list?kind=sua-chua`
  const { data: shops } = dataOf<{ data: { id: number }[] }>(await connection.ask('GET', list))
  const times: { erp_shop_id: number; booking_date: string }[] = []
  for (const { id: erp_shop_id } of shops) {
    if (times.length >= count) break
    const path = `/api/cart/v1/booking/slots?item_id=${service}&erp_shop_id=${erp_shop_id}`
    const { days } = dataOf<{ days: { slots: { starts_at: string }[] }[] }>(
      await connection.ask('GET', path),
    )
    // Every second time: a battery takes two half hours.
    const starts = days.slice(1).flatMap(({ slots }) => slots.filter((_, n) => n % 2 === 0))
    times.push(...starts.map(({ starts_at }) => ({ erp_shop_id, booking_date: starts_at })))
  }
  const wishes: Wish[] = []
  for (const [n, time] of times.slice(0, count).entries()) {
    const { token } = dataOf<{ token: string }>(
      await connection.ask('POST', '/api/sso/auth/guest-token', { json: {} }),
    )
    const customer_phone = `09121${String(n).padStart(5, '0')}`
    const json = { ...time, item_id: service, customer_name: 'Nguyễn Văn An', customer_phone }
    wishes.push({ token, json })
  }
  connection.close()
  if (wishes.length < count) throw new BenchFailure(`the demo has only ${wishes.length} times`)
  return wishes
}

/** Books all, some at once. */
async function book(site: Site, wishes: readonly Wish[]): Promise<void> {
  const waiting = wishes.values()
  const work = async () => {
    const connection = openConnection(site.url)
    for (const { token, json } of waiting) {
      dataOf(await connection.ask('POST', '/api/cart/v1/booking', { token, json }))
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: at_once }, work))
}
