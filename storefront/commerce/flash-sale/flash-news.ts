import { useEffect, useSyncExternalStore } from 'react'
import type { FlashSlots } from '#contracts/storefront/promotion.ts'
import type { FlashState } from '#contracts/price-parts.ts'

/** What changes while a page is open: slots, and the shop's clock. */
interface News {
  slots: ReadonlyMap<number, FlashSlots>
  /** What must be added to this browser's clock; null until the shop has said. */
  clock_offset_ms: number | null
}

const nothing: News = { slots: new Map(), clock_offset_ms: null }
let news = nothing
/** How many components show a sale, by its number. */
const watched = new Map<number, number>()
const listeners = new Set<() => void>()

/** The sale of this item with the slots it has by the latest news. */
export function useFlash(flash: FlashState): FlashState {
  const { slots } = useFlashNews(flash.flash_sale_item_id)
  const latest = slots.get(flash.flash_sale_item_id)
  if (!latest) return flash
  const { slots_left, slots_held } = latest
  const state = flash.state === 'coming' ? 'coming' : slots_left > 0 ? 'running' : 'sold_out'
  return { ...flash, slots: latest.slots, slots_left, slots_held, state }
}

/** The shop's time in whole seconds, ticking; null until the shop has said what time it is. */
export function useShopSeconds(flash_sale_item_id: number): number | null {
  useFlashNews(flash_sale_item_id)
  return useSyncExternalStore(subscribeToTicks, shopSeconds, noSeconds)
}

function subscribeToTicks(listener: () => void): () => void {
  const tick = setInterval(listener, 1_000)
  const leave = subscribe(listener)
  return () => {
    clearInterval(tick)
    leave()
  }
}
function shopSeconds(): number | null {
  const { clock_offset_ms } = news
  return clock_offset_ms === null ? null : Math.floor((Date.now() + clock_offset_ms) / 1_000)
}
const noSeconds = () => null

function useFlashNews(flash_sale_item_id: number): News {
  useEffect(() => watch(flash_sale_item_id), [flash_sale_item_id])
  return useSyncExternalStore(subscribe, latestNews, noNews)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const latestNews = () => news
const noNews = () => nothing

function watch(id: number): () => void {
  watched.set(id, (watched.get(id) ?? 0) + 1)
  if (watched.size === 1 || !news.slots.has(id)) askForNews()
  return () => {
    const left = (watched.get(id) ?? 1) - 1
    if (left > 0) watched.set(id, left)
    else watched.delete(id)
  }
}

/** Pages without a sale need not know how news is asked for. */
function askForNews(): void {
  import('#storefront/commerce/flash-sale/flash-question.ts').then(
    ({ askSoon }) => askSoon(),
    () => undefined,
  )
}

/** Numbers of the sales that this page shows. */
export function watchedSales(): number[] {
  return [...watched.keys()]
}

export function publishNews(latest: News): void {
  news = latest
  for (const listener of listeners) listener()
}
