import type { FlashSlots } from '#contracts/storefront/promotion.ts'
import {
  latestNews,
  publishNews,
  watchedSales,
} from '#storefront/commerce/flash-sale/flash-news-store.ts'
import { whenLookedAt } from '#storefront/commerce/flash-sale/flash-renewal.ts'
import { fetchData } from '#web/runtime/on-demand.ts'

/*
 * Pages are cached as bytes and a shopper's clock may be wrong, so slots and the shop's time are asked for
 * once the page is hydrated, for all that is shown in one question, and again while somebody looks.
 */
const every_ms = 15_000
/** Near the last slot: who looks sees within seconds that it is gone. */
const every_close_ms = 5_000
const close_share = 0.2
const most_asked = 100

let timer: ReturnType<typeof setTimeout> | undefined

/** All that is drawn together is asked for in one question. */
export function askSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void ask(), 0)
}

async function ask(): Promise<void> {
  clearTimeout(timer)
  const ids = watchedSales()
    .toSorted((a, b) => a - b)
    .slice(0, most_asked)
  if (ids.length === 0) return
  try {
    const told = await fetchData<{ slots: FlashSlots[]; now: string }>(
      `/api/promotion/v1/flash-slots?ids=${ids.join(',')}`,
    )
    publishNews({
      slots: new Map(told.slots.map((one) => [one.flash_sale_item_id, one])),
      clock_offset_ms: Date.parse(told.now) - Date.now(),
    })
  } catch {
    // What the page says stays; the next question may be answered.
  }
  clearTimeout(timer)
  timer = setTimeout(() => void whenLookedAt().then(ask), isClose() ? every_close_ms : every_ms)
}

function isClose(): boolean {
  const news = latestNews()
  return watchedSales().some((id) => {
    const { slots = 0, slots_left = 0 } = news.slots.get(id) ?? {}
    return slots_left > 0 && slots_left <= Math.max(1, slots * close_share)
  })
}
