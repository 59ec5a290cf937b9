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

export const no_toasts: readonly Toast[] = []
let toasts: readonly Toast[] = no_toasts
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

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const shownToasts = () => toasts
