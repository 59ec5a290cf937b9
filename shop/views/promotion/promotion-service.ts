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
  /** Makes the cards of what is in a window. */
  search: Service<typeof search>
  /** Tells when what is remembered is no longer so. */
  feed: ChangeFeed | null
}

/** Many thousands ask at once when a window opens: one question a second goes to the database. */
const lasts_ms = 1_000
const told_ahead_ms = 3 * 24 * 3_600_000
/** A page that is a little old still asks about its window. */
const slots_around_ms = 3_600_000
/** A card's picture and name come from search, so many at a time. */
const cards_together = 100

/** Promotions as shoppers are told of them (contract §3 promotion announcement). */
export function promotionService({
  db,
  now,
  search: finder,
  feed,
}: Deps): Omit<Service<typeof promotion>, 'slotPlace' | 'leaveLine'> {
  // How old an answer is has nothing to do with the time that rules are asked about.
  const monotonic = () => new Date(performance.now())
  const slots = cachedValue(
    () => {
      const at = now().getTime()
      return loadSlots(db, new Date(at - slots_around_ms), new Date(at + slots_around_ms))
    },
    monotonic,
    lasts_ms,
  )
  const windows = new Map<number, CachedValue<FlashWindow[]>>()
  const loadWindows = async (province_id: number) => {
    const at = now()
    const rows = await loadFlashItems(db, at, new Date(at.getTime() + told_ahead_ms))
    const product_ids = [...new Set(rows.map((row) => row.product_id))]
    const cards = await Promise.all(
      parted(product_ids, cards_together).map((ids) =>
        finder.cards(null, { product_ids: ids, province_id }),
      ),
    )
    return flashWindows(rows, cards.flat(), at)
  }
  const windowsIn = (province_id: number) => {
    const known = windows.get(province_id)
    if (known) return known()
    const made = cachedValue(() => loadWindows(province_id), monotonic, lasts_ms)
    if (windows.size < most_provinces) windows.set(province_id, made)
    return made()
  }
  const announced: CachedValue<PromotionAnnouncement[]> = cachedValue(
    () => findAnnouncements(db, now()),
    monotonic,
    lasts_ms,
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

/** There are 63 provinces: more numbers than that are made up. */
const most_provinces = 70

function parted<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, turn) =>
    list.slice(turn * size, (turn + 1) * size),
  )
}
