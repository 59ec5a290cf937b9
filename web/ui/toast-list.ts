/** The content of a toast. `link` is a next step, such as the cart after an item was added. */
interface ToastContent {
  kind: 'success' | 'error' | 'info'
  text: string
  link?: { text: string; to: string }
  /** What it is about, such as the added item, with the address of its picture. */
  about?: { text: string; picture: string | null }
  /** It stays until it is dismissed. */
  stays?: boolean
}

export interface Toast extends ToastContent {
  id: number
}

/** contract §9: 5000 ms, top-right, at most 20. */
export const TOAST_LIFE_MS = 5000
const MAX_TOASTS = 20

export const no_toasts: readonly Toast[] = []
let toasts: readonly Toast[] = no_toasts
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Shows a toast in the corner for 5 s. It replaces an older toast with the same kind and text (contract §9), about the
 * same item. Returns its id.
 */
export function showToast(content: ToastContent): number {
  lastId += 1
  const others = toasts.filter(
    (toast) =>
      toast.text !== content.text ||
      toast.kind !== content.kind ||
      toast.about?.text !== content.about?.text,
  )
  publish([...others, { ...content, id: lastId }].slice(-MAX_TOASTS))
  return lastId
}

/** Removes a toast. */
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
