import type { FlashSlots } from '#contracts/storefront/promotion.ts'

/** What changes while a page is open: the slots and the shop's clock. */
export interface News {
  slots: ReadonlyMap<number, FlashSlots>
  /** Difference to this browser's clock; null until the shop has answered. */
  clock_offset_ms: number | null
}

export const no_news: News = { slots: new Map(), clock_offset_ms: null }
let news = no_news
/** How many components show a sale, by its id. */
const watched = new Map<number, number>()
const listeners = new Set<() => void>()

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const latestNews = () => news

/** Counts a component that shows a sale; returns the function that ends it. */
export function addWatch(id: number): () => void {
  watched.set(id, (watched.get(id) ?? 0) + 1)
  return () => {
    const left = (watched.get(id) ?? 1) - 1
    if (left > 0) watched.set(id, left)
    else watched.delete(id)
  }
}

/** Ids of the sales that this page shows. */
export function watchedSales(): number[] {
  return [...watched.keys()]
}

export function publishNews(latest: News): void {
  news = latest
  for (const listener of listeners) listener()
}
