import { useEffect, useSyncExternalStore } from 'react'
import type { FlashState } from '#contracts/price-parts.ts'
import {
  addWatch,
  latestNews,
  type News,
  no_news,
  subscribe,
  watchedSales,
} from '#storefront/commerce/flash-sale/flash-news-store.ts'

/** The flash sale of this item with its latest slots. */
export function useFlash(flash: FlashState): FlashState {
  const { slots } = useFlashNews(flash.flash_sale_item_id)
  const latest = slots.get(flash.flash_sale_item_id)
  if (!latest) return flash
  const { slots_left, slots_reserved } = latest
  const state = flash.state === 'coming' ? 'coming' : slots_left > 0 ? 'running' : 'sold_out'
  return { ...flash, slots: latest.slots, slots_left, slots_reserved, state }
}

/** The shop's time in whole seconds, updated every second; null until the shop has answered. */
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
  const { clock_offset_ms } = latestNews()
  return clock_offset_ms === null ? null : Math.floor((Date.now() + clock_offset_ms) / 1_000)
}
const noSeconds = () => null

function useFlashNews(flash_sale_item_id: number): News {
  useEffect(() => watch(flash_sale_item_id), [flash_sale_item_id])
  return useSyncExternalStore(subscribe, latestNews, noNews)
}

const noNews = () => no_news

function watch(id: number): () => void {
  const leave = addWatch(id)
  if (watchedSales().length === 1 || !latestNews().slots.has(id)) startPolling()
  return leave
}

/** Imported on demand, so that pages without a sale do not load the code. */
function startPolling(): void {
  import('#storefront/commerce/flash-sale/flash-polling.ts').then(
    ({ pollSoon }) => pollSoon(),
    () => undefined,
  )
}
