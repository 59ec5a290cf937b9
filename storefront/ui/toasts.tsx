import { CircleAlert, CircleCheck, Info, X } from '#storefront/ui/icons.tsx'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** What a toast says. `link` is a way on, such as the cart after something was put into it. */
export interface ToastWords {
  kind: 'success' | 'error' | 'info'
  text: string
  link?: { text: string; to: string }
}

interface Toast extends ToastWords {
  id: number
}

/** Spec §9: 5000 ms, top-right, at most 20. */
const LIFE_MS = 5000
const MOST = 20

const NONE: readonly Toast[] = []
let toasts: readonly Toast[] = NONE
let lastId = 0
const listeners = new Set<() => void>()

/** Shows words in the corner for 5 s; the same words again replace the older toast (spec §9). */
export function showToast(words: ToastWords): void {
  lastId += 1
  const others = toasts.filter((toast) => toast.text !== words.text || toast.kind !== words.kind)
  publish([...others, { ...words, id: lastId }].slice(-MOST))
}

/** The corner where toasts appear. A layout renders it once; on the server it is empty. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
  return (
    <div
      role="region"
      aria-label="Thông báo"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 top-4 z-50 md:top-20 flex flex-col gap-2 sm:left-auto sm:w-96"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

const looks = {
  success: { Icon: CircleCheck, color: 'text-success' },
  error: { Icon: CircleAlert, color: 'text-sale' },
  info: { Icon: Info, color: 'text-ink' },
} as const

function ToastCard({ toast }: { toast: Toast }) {
  const hold = useLifetime(toast.id)
  const { Icon, color } = looks[toast.kind]
  return (
    <div
      {...hold}
      className="pointer-events-auto flex items-start gap-3 rounded-2xl border border-line bg-white py-3 pr-2 pl-4 text-[15px] leading-snug text-ink shadow-pop transition duration-200 ease-out motion-reduce:transition-none starting:-translate-y-2 starting:opacity-0"
    >
      <Icon className={`mt-0.5 size-5 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1 py-px">
        <p>{toast.text}</p>
        {toast.link && (
          <a
            href={toast.link.to}
            onClick={() => dismiss(toast.id)}
            className="mt-1 inline-block font-semibold text-accent hover:underline"
          >
            {toast.link.text}
          </a>
        )}
      </div>
      <button
        type="button"
        aria-label="Đóng thông báo"
        onClick={() => dismiss(toast.id)}
        className="-my-1 grid size-9 shrink-0 place-items-center rounded-full text-muted hover:bg-mist hover:text-ink"
      >
        <X className="size-4" />
      </button>
    </div>
  )
}

/** Ends a toast after its time; the clock stands still while it is pointed at or focused. */
function useLifetime(id: number) {
  const [held, setHeld] = useState(false)
  const left = useRef(LIFE_MS)
  useEffect(() => {
    if (held) return
    const since = performance.now()
    const timer = setTimeout(() => dismiss(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [id, held])
  return {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
}

function dismiss(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id))
}

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
