import type { PromotionAnnouncement, promotion } from '#contracts/storefront/promotion.ts'
import type { FlashWindow } from '#contracts/storefront/promotion.ts'
import type { search } from '#contracts/storefront/search.ts'
import type { Database } from '#db/schema.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { type CachedValue, cachedValue } from '#platform/cache/cached-value.ts'
import { flashWindows } from '#shop/pricing/flash-sale/flash-sale.ts'
import { loadFlashItems, loadSlots } from '#shop/pricing/flash-sale/flash-sale-store.ts'
import { findAnnouncements } from '#shop/pricing/promotion/announcement-store.ts'

interface Deps {
  db: Database
  now: Now
  /** Returns the cards of the products in a window. */
  search: Service<typeof search>
  /** Announces changes, which clear the caches. */
  feed: ChangeFeed | null
}

/** Many thousands of requests come when a window opens, but only one query a second reaches the database. */
const cache_ms = 1_000
const announced_ahead_ms = 3 * 24 * 3_600_000
/** Slots of windows are loaded this long before and after their period, because pages may be a little old. */
const slots_around_ms = 3_600_000
/** Maximum number of cards per call of search. */
const cards_together = 100

/** Answers flash sales, their slots and promotion announcements (contract §3). */
export function promotionService({
  db,
  now,
  search: finder,
  feed,
}: Deps): Omit<Service<typeof promotion>, 'waitlistPosition' | 'leaveWaitlist'> {
  // The age of a cached answer is measured by a monotonic clock, not by the time for which rules are evaluated.
  const monotonic = () => new Date(performance.now())
  const slots = cachedValue(
    () => {
      const at = now().getTime()
      return loadSlots(db, new Date(at - slots_around_ms), new Date(at + slots_around_ms))
    },
    monotonic,
    cache_ms,
  )
  const windows = new Map<number, CachedValue<FlashWindow[]>>()
  const loadWindows = async (province_id: number) => {
    const at = now()
    const rows = await loadFlashItems(db, at, new Date(at.getTime() + announced_ahead_ms))
    const product_ids = [...new Set(rows.map((row) => row.product_id))]
    const cards = await Promise.all(
      chunked(product_ids, cards_together).map((ids) =>
        finder.cards(null, { product_ids: ids, province_id }),
      ),
    )
    return flashWindows(rows, cards.flat(), at)
  }
  const windowsIn = (province_id: number) => {
    const known = windows.get(province_id)
    if (known) return known()
    const created = cachedValue(() => loadWindows(province_id), monotonic, cache_ms)
    if (windows.size < max_provinces) windows.set(province_id, created)
    return created()
  }
  const announced: CachedValue<PromotionAnnouncement[]> = cachedValue(
    () => findAnnouncements(db, now()),
    monotonic,
    cache_ms,
  )
  feed?.subscribe(async () => {
    slots.forget()
    announced.forget()
    for (const each of windows.values()) each.forget()
  })
  return {
    async flashSales(_caller, { province_id }) {
      return { windows: await windowsIn(province_id), now: now().toISOString() }
    },
    async flashSlots(_caller, { ids }) {
      const known = await slots()
      const found = ids.flatMap((id) => known.get(id) ?? [])
      return { slots: found, now: now().toISOString() }
    },
    announcements: () => announced(),
  }
}

/** There are 63 provinces. Further ids do not exist and are not cached. */
const max_provinces = 70

function chunked<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, turn) =>
    list.slice(turn * size, (turn + 1) * size),
  )
}
