import type { FlashState } from '#contracts/price-parts.ts'
import { formatDong } from '#pure/money.ts'
import { formatTime, vietnamDay } from '#pure/vietnam-time.ts'

/** What is known of a price: its days, its next change, and what follows for who may buy now or wait. */
export interface PriceStory {
  advice: { title: string; text: string }
  graph: Graph
  /** Periods with one price, the newest first. */
  periods: { days: string; price: string }[]
}

/** A line in a box of `width` × `height`. `later` is the price after the next known change. */
interface Graph {
  line: string
  later: string | null
  since: string
  highest: string
  lowest: string
  /** What the top and the bottom of the drawing stand for; one mark if the price never changes. */
  marks: { label: string; price: string }[]
}

interface PriceOfDay {
  day: string
  price: number
}

interface Known {
  days: readonly PriceOfDay[]
  price: number
  next: { at: string; amount: number } | null
  /** The flash sale that the page tells, whoever it is for. */
  flash?: FlashState | undefined
  now: Date
}

export const graph_width = 320
export const graph_height = 96
/** The part of the width that the price after the next change takes. */
const later_width = 36
const day_ms = 86_400_000

/** Tells the price of an item by its recorded days; null without any before today. */
export function priceStory({ days, price, next, flash, now }: Known): PriceStory | null {
  const today = vietnamDay(now)
  const [first] = days
  if (first === undefined) return null
  const all = [...days, { day: today, price }]
  const count = daysBetween(first.day, today)
  return {
    advice: memberAdvice(price, next, flash) ?? adviceOn(all, { price, next, count }),
    graph: graphOf(all, next),
    periods: periodsOf(all),
  }
}

/** Null: no flash sale for members alone is cheaper than what anybody pays now or after the next change. */
function memberAdvice(
  price: number,
  next: Known['next'],
  flash: Known['flash'],
): PriceStory['advice'] | null {
  if (!flash?.needs_member || flash.state === 'sold_out') return null
  if (flash.price >= Math.min(price, next?.amount ?? price)) return null
  const less = `rẻ hơn bây giờ ${formatDong(price - flash.price)}.`
  if (flash.state === 'running') {
    return {
      title: 'Nên mua',
      text: `Thành viên Smember đang mua được giá ${formatDong(flash.price)}, ${less}`,
    }
  }
  const when = hourAndDay(new Date(flash.starts_at))
  return {
    title: 'Nên đợi',
    text: `Từ ${when} thành viên Smember mua giá ${formatDong(flash.price)}, ${less}`,
  }
}

function adviceOn(
  all: readonly PriceOfDay[],
  { price, next, count }: { price: number; next: Known['next']; count: number },
): PriceStory['advice'] {
  const lowest = all.reduce((low, one) => (one.price < low.price ? one : low))
  const when = next && hourAndDay(new Date(next.at))
  if (next && next.amount < price) {
    return {
      title: 'Nên đợi',
      text: `Từ ${when} giá còn ${formatDong(next.amount)}, rẻ hơn bây giờ ${formatDong(price - next.amount)}.`,
    }
  }
  const is_lowest = price <= lowest.price
  const past = is_lowest
    ? `Giá hiện tại thấp nhất ${count} ngày qua.`
    : `Giá thấp nhất ${count} ngày qua là ${formatDong(lowest.price)} (${shortDay(lowest.day)}).`
  if (next) {
    return { title: 'Nên mua', text: `${past} Từ ${when} giá lên ${formatDong(next.amount)}.` }
  }
  const nothing_known = 'Chưa có đợt giảm giá nào được công bố.'
  if (all.every((one) => one.price === price)) {
    return {
      title: 'Mua lúc nào cũng vậy',
      text: `Giá không đổi trong ${count} ngày qua. ${nothing_known}`,
    }
  }
  return { title: is_lowest ? 'Nên mua' : 'Có thể đợi', text: `${past} ${nothing_known}` }
}

/** A price holds until the next recorded day, so the line has steps. */
function graphOf(all: readonly PriceOfDay[], next: Known['next']): Graph {
  const prices = all.map((one) => one.price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const amounts = [low, high, ...(next ? [next.amount] : [])]
  const [bottom, top] = [Math.min(...amounts), Math.max(...amounts)]
  const start = all[0]?.day ?? ''
  const width = next ? graph_width - later_width : graph_width
  const count = Math.max(1, daysBetween(start, all.at(-1)?.day ?? start))
  const x = (day: string) => Math.round((daysBetween(start, day) / count) * width)
  const y = (price: number) =>
    top === bottom
      ? graph_height / 2
      : Math.round(8 + ((top - price) / (top - bottom)) * (graph_height - 16))
  const steps = all.map((one, n) =>
    n === 0 ? `M0 ${y(one.price)}` : `H${x(one.day)}V${y(one.price)}`,
  )
  const last = y(prices.at(-1) ?? 0)
  return {
    line: steps.join(''),
    later: next ? `M${width} ${last}V${y(next.amount)}H${graph_width}` : null,
    since: shortDay(start),
    highest: formatDong(high),
    lowest: formatDong(low),
    marks: marksOf({ top, high, low, bottom }),
  }
}

/** The next price has a mark of its own where it is beyond all that were. */
function marksOf({ top, high, low, bottom }: Record<'top' | 'high' | 'low' | 'bottom', number>) {
  if (top === bottom) return [{ label: 'Không đổi', price: formatDong(top) }]
  return [
    { label: top > high ? 'Sắp tới' : 'Cao nhất', price: formatDong(top) },
    { label: bottom < low ? 'Sắp tới' : 'Thấp nhất', price: formatDong(bottom) },
  ]
}

function periodsOf(all: readonly PriceOfDay[]): PriceStory['periods'] {
  const starts = all.filter((one, n) => one.price !== all[n - 1]?.price)
  return starts
    .map(({ day, price }, n) => {
      const end = starts[n + 1]
      const last = end === undefined ? 'nay' : shortDay(dayBefore(end.day))
      const first = shortDay(day)
      return { days: first === last ? first : `${first} – ${last}`, price: formatDong(price) }
    })
    .toReversed()
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / day_ms)
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - day_ms).toISOString().slice(0, 10)
}

/** "10:00 ngày 21/11". */
function hourAndDay(instant: Date): string {
  return `${formatTime(instant)} ngày ${shortDay(vietnamDay(instant))}`
}

/** 2026-11-05: 05/11. */
function shortDay(day: string): string {
  return day.slice(5).split('-').toReversed().join('/')
}
