import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** Pieces in the cart, known after mount: a public page is rendered without knowing who reads it. */
export function useCartCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  )
}

export function setCartCount(next: number): void {
  count = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
