import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** Returns the quantity in the cart. It is 0 until after mount, because public pages do not depend on the visitor. */
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
