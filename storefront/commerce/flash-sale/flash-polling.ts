import type { FlashSlots } from '#contracts/storefront/promotion.ts'
import {
  latestNews,
  publishNews,
  watchedSales,
} from '#storefront/commerce/flash-sale/flash-news-store.ts'
import { whenVisible } from '#storefront/commerce/flash-sale/flash-renewal.ts'
import { fetchData } from '#web/runtime/on-demand.ts'

/*
 * Pages are cached as bytes and a shopper's clock may be wrong. So slots and the shop's time are fetched
 * after the page is hydrated, in one request for all sales shown, and again while the page is visible.
 */
const interval_ms = 15_000
/** For nearly sold out sales: the shopper sees within seconds that the last slot is gone. */
const short_interval_ms = 5_000
const nearly_sold_out_share = 0.2
const max_sales = 100

let timer: ReturnType<typeof setTimeout> | undefined

/** Polls after the current render, so that all sales of it share one request. */
export function pollSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void poll(), 0)
}

async function poll(): Promise<void> {
  clearTimeout(timer)
  const ids = watchedSales()
    .toSorted((a, b) => a - b)
    .slice(0, max_sales)
  if (ids.length === 0) return
  try {
    const response = await fetchData<{ slots: FlashSlots[]; now: string }>(
      `/api/promotion/v1/flash-slots?ids=${ids.join(',')}`,
    )
    publishNews({
      slots: new Map(
        response.slots.map((sale_slots) => [sale_slots.flash_sale_item_id, sale_slots]),
      ),
      clock_offset_ms: Date.parse(response.now) - Date.now(),
    })
  } catch {
    // The page keeps what it shows; the next request may succeed.
  }
  clearTimeout(timer)
  timer = setTimeout(
    () => void whenVisible().then(poll),
    isNearlySoldOut() ? short_interval_ms : interval_ms,
  )
}

function isNearlySoldOut(): boolean {
  const news = latestNews()
  return watchedSales().some((id) => {
    const { slots = 0, slots_left = 0 } = news.slots.get(id) ?? {}
    return slots_left > 0 && slots_left <= Math.max(1, slots * nearly_sold_out_share)
  })
}
