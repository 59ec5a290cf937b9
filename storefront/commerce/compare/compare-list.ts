import { useSyncExternalStore } from 'react'
import { type CompareList, EMPTY_LIST, readList } from '#storefront/commerce/compare/list-rules.ts'

/** Key in localStorage. The list never leaves this browser. */
const KEY = 'compare'

let list: CompareList = EMPTY_LIST
let has_read = false
let is_tray_open = false
const listeners = new Set<() => void>()

/** The products to compare; empty until the page is hydrated. */
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
    // Without storage the list lasts as long as this page.
  }
  notifyListeners()
}

/** Whether the tray is open; it starts as a button at the bottom. */
export function useIsTrayOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => is_tray_open,
    () => false,
  )
}

export function openTray(is_open: boolean): void {
  is_tray_open = is_open
  notifyListeners()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', readAgain)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', readAgain)
  }
}

/** Another tab has changed the list. */
function readAgain({ key }: StorageEvent): void {
  if (key !== KEY && key !== null) return
  list = storedList()
  notifyListeners()
}

function storedList(): CompareList {
  try {
    return readList(localStorage.getItem(KEY))
  } catch {
    return EMPTY_LIST
  }
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
