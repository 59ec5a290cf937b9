import { useEffect, useSyncExternalStore } from 'react'
import { useOnDemand } from '#web/runtime/on-demand.ts'

/** What a toast says. `link` is a way on, such as the cart after something was put into it. */
export interface ToastWords {
  kind: 'success' | 'error' | 'info'
  text: string
  link?: { text: string; to: string }
}

export interface Toast extends ToastWords {
  id: number
}

/** contract §9: 5000 ms, top-right, at most 20. */
export const TOAST_LIFE_MS = 5000
const MOST = 20

const NONE: readonly Toast[] = []
let toasts: readonly Toast[] = NONE
let lastId = 0
const listeners = new Set<() => void>()

/** Shows words in the corner for 5 s; the same words again replace the older toast (contract §9). */
export function showToast(words: ToastWords): void {
  lastId += 1
  const others = toasts.filter((toast) => toast.text !== words.text || toast.kind !== words.kind)
  publish([...others, { ...words, id: lastId }].slice(-MOST))
}

/** Ends a toast before its time. */
export function dismiss(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id))
}

/** The corner where toasts appear. A layout renders it once; on the server it is empty. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
  const { value: cards, ask } = useOnDemand(() => import('#web/ui/toast-cards.tsx'))
  useEffect(() => {
    if (shown.length > 0) ask()
  }, [shown, ask])
  return (
    <div
      role="region"
      aria-label="Thông báo"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 top-4 z-50 md:top-20 flex flex-col gap-2 sm:left-auto sm:w-96"
    >
      {cards === null ? null : <cards.ToastCards toasts={shown} />}
    </div>
  )
}

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
