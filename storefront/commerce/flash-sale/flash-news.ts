import { useEffect, useSyncExternalStore } from 'react'
import type { FlashSlots } from '#contracts/storefront/promotion.ts'
import type { FlashState } from '#contracts/price-parts.ts'
import { firstUse } from '#web/runtime/first-use.ts'
import { fetchData } from '#web/runtime/on-demand.ts'

/**
 * What changes while a page stands: slots and the shop's clock. Pages are kept as bytes and a
 * shopper's clock may be wrong, so both are asked for once the page is used, for all that is shown
 * in one question, and again while somebody looks.
 */
const every_ms = 15_000
/** Near the last slot: who looks sees within seconds that it is gone. */
const every_close_ms = 5_000
const close_share = 0.2
const most_asked = 100

interface News {
  slots: ReadonlyMap<number, FlashSlots>
  /** What must be added to this browser's clock; null until the shop has said. */
  clock_offset_ms: number | null
}

const nothing: News = { slots: new Map(), clock_offset_ms: null }
let news = nothing
let timer: ReturnType<typeof setTimeout> | undefined
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
const latestNews = () => news
const noNews = () => nothing

function watch(id: number): () => void {
  watched.set(id, (watched.get(id) ?? 0) + 1)
  if (watched.size === 1 || !news.slots.has(id)) void firstUse().then(askSoon)
  return () => {
    const left = (watched.get(id) ?? 1) - 1
    if (left > 0) watched.set(id, left)
    else watched.delete(id)
  }
}

/** All that is drawn together is asked for in one question. */
function askSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void ask(), 0)
}

async function ask(): Promise<void> {
  clearTimeout(timer)
  if (watched.size === 0) return
  const ids = [...watched.keys()].toSorted((a, b) => a - b).slice(0, most_asked)
  try {
    const told = await fetchData<{ slots: FlashSlots[]; now: string }>(
      `/api/promotion/v1/flash-slots?ids=${ids.join(',')}`,
    )
    news = {
      slots: new Map(told.slots.map((one) => [one.flash_sale_item_id, one])),
      clock_offset_ms: Date.parse(told.now) - Date.now(),
    }
    for (const listener of listeners) listener()
  } catch {
    // What the page says stays; the next question may be answered.
  }
  clearTimeout(timer)
  timer = setTimeout(() => void whenLookedAt().then(ask), isClose() ? every_close_ms : every_ms)
}

function isClose(): boolean {
  return [...watched.keys()].some((id) => {
    const { slots = 0, slots_left = 0 } = news.slots.get(id) ?? {}
    return slots_left > 0 && slots_left <= Math.max(1, slots * close_share)
  })
}

/** At once where the page is in front, else when somebody comes back to it. */
export function whenLookedAt(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}
