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
  if (watchedSales().length === 1 || !latestNews().slots.has(id)) askForNews()
  return leave
}

/** Pages without a sale need not know how news is asked for. */
function askForNews(): void {
  import('#storefront/commerce/flash-sale/flash-question.ts').then(
    ({ askSoon }) => askSoon(),
    () => undefined,
  )
}
