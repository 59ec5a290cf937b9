import { useSyncExternalStore } from 'react'

/** A value that several components show and that is `initial` until after mount, as in the HTML of a public page. */
export function sharedValue<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    use: (): T =>
      useSyncExternalStore(
        subscribe,
        () => value,
        () => initial,
      ),
    get: (): T => value,
    set(next: T): void {
      value = next
      for (const listener of listeners) listener()
    },
  }
}
