import { useSyncExternalStore } from 'react'
import { type CompareList, EMPTY_LIST, readList } from '#storefront/commerce/compare/list-rules.ts'

/** Where this browser keeps the list; nobody else ever sees it. */
const KEY = 'compare'

let list: CompareList = EMPTY_LIST
let has_read = false
let is_tray_open = false
const listeners = new Set<() => void>()

/** What the shopper has put aside to compare; empty until the page is hydrated. */
export function useCompareList(): CompareList {
  return useSyncExternalStore(subscribe, currentList, () => EMPTY_LIST)
}

export function currentList(): CompareList {
  if (!has_read) {
    has_read = true
    list = storedList()
  }
  return list
}

export function saveList(next: CompareList): void {
  has_read = true
  list = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // A browser that keeps nothing: the list lasts as long as this page.
  }
  tellAll()
}

/** Whether the tray shows its pictures; it begins as a button at the foot. */
export function useIsTrayOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => is_tray_open,
    () => false,
  )
}

export function openTray(is_open: boolean): void {
  is_tray_open = is_open
  tellAll()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', readAnew)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', readAnew)
  }
}

/** Another tab has changed the list. */
function readAnew({ key }: StorageEvent): void {
  if (key !== KEY && key !== null) return
  list = storedList()
  tellAll()
}

function storedList(): CompareList {
  try {
    return readList(localStorage.getItem(KEY))
  } catch {
    return EMPTY_LIST
  }
}

function tellAll(): void {
  for (const listener of listeners) listener()
}
