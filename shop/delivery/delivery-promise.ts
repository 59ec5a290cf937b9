import type { DeliveryPromise } from '#contracts/delivery-promise.ts'
import type { DeliveryRuleSet } from '#contracts/staff/delivery.ts'
import { hoursOf } from '#pure/formats/opening-hours.ts'
import { day_ms, formatTime, startOfDay, vietnamDay, vietnamInstant } from '#pure/vietnam-time.ts'

/** A day on which a shop is closed; `shop_id` null: every shop. */
export interface ClosedDay {
  /** YYYY-MM-DD */
  day: string
  shop_id: number | null
}

/** What promises follow from. */
export interface DeliveryFacts {
  now: Date
  rules: Pick<
    DeliveryRuleSet,
    'cut_off' | 'near_hours' | 'prepare_minutes' | 'away_days' | 'rural_days'
  >
  /** From today on. */
  closed_days: readonly ClosedDay[]
}

/** A shop where orders are collected. */
interface OpenShop {
  shop_id: number
  name: string
  /** As shown to shoppers: "08:00 - 21:30". */
  time_opening: string
}

const minute_ms = 60_000
const hour_ms = 60 * minute_ms
/** How long a shopper who reads a promise has to order. */
const ordering_ms = 15 * minute_ms
/** Nobody delivers before. */
const first_delivery = '08:00'

/** The day (YYYY-MM-DD) after `count` open days from `day` on; a closed day counts as none. */
export function openDayAfter(
  day: string,
  count: number,
  closed_days: readonly ClosedDay[],
  shop_id: number | null = null,
): string {
  const closed = new Set(
    closed_days
      .filter((one) => one.shop_id === null || one.shop_id === shop_id)
      .map((one) => one.day),
  )
  let at = day
  for (let left = count; left > 0 || closed.has(at);) {
    if (!closed.has(at)) left -= 1
    at = vietnamDay(new Date(startOfDay(at).getTime() + day_ms))
  }
  return at
}

/** When an order that is placed now can be collected. */
export function pickupPromise(
  { now, rules, closed_days }: DeliveryFacts,
  { shop_id, name: place, time_opening }: OpenShop,
): DeliveryPromise {
  const today = vietnamDay(now)
  const hours = hoursOf(time_opening)
  const prepare_ms = rules.prepare_minutes * minute_ms
  const open_day = openDayAfter(today, 0, closed_days, shop_id)
  if (hours === null) {
    const day = open_day === today ? openDayAfter(today, 1, closed_days, shop_id) : open_day
    return { way: 'pickup', day, time: null, place, until: endOf(today) }
  }
  const readyOn = (day: string) => {
    const opens = vietnamInstant(day, hours.opens).getTime()
    return roundedUp(
      Math.max(opens, day === today ? now.getTime() + ordering_ms : 0) + prepare_ms,
      10,
    )
  }
  const isOpenAt = (at: Date, day: string) =>
    vietnamDay(at) === day && formatTime(at) <= hours.closes
  // The preparation takes longer than a shop is open: whoever comes at the next opening finds it done.
  const nextOpening = (done: Date): [string, Date] => {
    const is_before = formatTime(done) <= hours.opens
    const next = openDayAfter(vietnamDay(done), is_before ? 0 : 1, closed_days, shop_id)
    return [next, vietnamInstant(next, hours.opens)]
  }
  const first = readyOn(open_day)
  const begins_on = isOpenAt(first, open_day)
    ? open_day
    : openDayAfter(open_day, 1, closed_days, shop_id)
  const done = begins_on === open_day ? first : readyOn(begins_on)
  const [day, ready] = isOpenAt(done, begins_on) ? [begins_on, done] : nextOpening(done)
  const starts = ready.getTime() - prepare_ms
  const until = day === today ? new Date(starts).toISOString() : endOf(today)
  return { way: 'pickup', day, time: formatTime(ready), place, until }
}

/** The promise of each shop. Shops with the same hours and closed days differ in their name alone. */
export function pickupPromises(
  facts: DeliveryFacts,
  shops: readonly OpenShop[],
): { shop_id: number; promise: DeliveryPromise }[] {
  const closed = new Set(facts.closed_days.map(({ shop_id }) => shop_id))
  const by_hours = new Map<string, DeliveryPromise>()
  return shops.map((shop) => {
    const { shop_id, time_opening, name: place } = shop
    if (closed.has(shop_id)) return { shop_id, promise: pickupPromise(facts, shop) }
    const promise = by_hours.get(time_opening) ?? pickupPromise(facts, shop)
    by_hours.set(time_opening, promise)
    return { shop_id, promise: { ...promise, place } }
  })
}

/**
 * When a home delivery that is ordered now arrives. `is_near`: a shop of the province has everything; `is_rural`: the
 * ward is no phường.
 */
export function homePromise(
  { now, rules, closed_days }: DeliveryFacts,
  { is_near, is_rural }: { is_near: boolean; is_rural: boolean },
): DeliveryPromise {
  const today = vietnamDay(now)
  const cut_off = vietnamInstant(today, rules.cut_off)
  const is_open = openDayAfter(today, 0, closed_days) === today
  const leaves_today = is_open && now < cut_off
  const more = is_rural ? rules.rural_days : 0
  const base = { way: 'home', place: null } as const
  if (is_near && more === 0 && leaves_today) {
    const first = vietnamInstant(today, first_delivery).getTime()
    const starts = Math.max(now.getTime() + ordering_ms, first)
    const arrives = roundedUp(starts + rules.near_hours * hour_ms, 30)
    const latest = Math.min(arrives.getTime() - rules.near_hours * hour_ms, cut_off.getTime())
    const until = new Date(latest).toISOString()
    if (vietnamDay(arrives) === today) {
      return { ...base, day: today, time: formatTime(arrives), until }
    }
  }
  const days = (is_near ? (leaves_today ? 0 : 1) : rules.away_days + (leaves_today ? 0 : 1)) + more
  const day = openDayAfter(today, is_near && days === 0 ? 1 : days, closed_days)
  return { ...base, day, time: null, until: leaves_today ? cut_off.toISOString() : endOf(today) }
}

/** Whether a ward, by its name, lies outside of a town. */
export function isRural(ward_name: string | null): boolean {
  return ward_name !== null && /^(xã|đặc khu|thị trấn)\s/i.test(ward_name)
}

function endOf(day: string): string {
  return new Date(startOfDay(day).getTime() + day_ms).toISOString()
}

function roundedUp(at: number, minutes: number): Date {
  const step = minutes * minute_ms
  return new Date(Math.ceil(at / step) * step)
}
