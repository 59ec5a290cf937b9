import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/icons.tsx'
import { dismiss, type Toast, TOAST_LIFE_MS } from '#web/ui/toast-list.ts'

/** The visible toasts. Loaded with the first toast, because most visits have none. */
export function ToastCards({ toasts }: { toasts: readonly Toast[] }) {
  useBelowHeader(toasts.length > 0)
  return toasts.map((toast) => <ToastCard key={toast.id} toast={toast} />)
}

/**
 * Keeps the corner below what stands at the top of the window: a header, which may have a strip and may scroll away.
 */
function useBelowHeader(is_shown: boolean) {
  useLayoutEffect(() => {
    if (!is_shown) return
    const place = () => {
      const bottoms = [...document.querySelectorAll('header, header + nav')]
        // Parts of a page have headers too.
        .filter((element) => element.closest('main, section, article') === null)
        .map((element) => element.getBoundingClientRect().bottom)
      const corner = document.querySelector<HTMLElement>('.toast-corner')
      corner?.style.setProperty('top', `${Math.max(0, ...bottoms) + 12}px`)
    }
    place()
    addEventListener('scroll', place, { passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place)
      removeEventListener('resize', place)
    }
  }, [is_shown])
}

const looks = {
  success: { icon: 'circle-check', color: 'text-success' },
  error: { icon: 'circle-alert', color: 'text-sale' },
  info: { icon: 'info', color: 'text-ink' },
} as const

/** How long a toast lives at least after a dialog that hid it. */
const UNSEEN_MS = 2_000

function ToastCard({ toast }: { toast: Toast }) {
  const pauseHandlers = useLifetime(toast)
  const { icon, color } = looks[toast.kind]
  return (
    <div
      {...pauseHandlers}
      className="pointer-events-auto flex items-start gap-3 rounded-2xl border border-line bg-white py-3 pr-2 pl-4 text-body leading-snug text-ink shadow-pop origin-[calc(100%-48px)_-24px] transition duration-300 ease-out motion-reduce:transition-none starting:-translate-y-3 starting:scale-50 starting:opacity-0"
    >
      {toast.about?.picture ? (
        <img
          src={toast.about.picture}
          alt=""
          width={48}
          height={48}
          className="size-12 shrink-0 rounded-lg border border-line object-contain"
        />
      ) : (
        <Icon name={icon} className={`mt-0.5 size-5 shrink-0 ${color}`} />
      )}
      <div className="min-w-0 flex-1 py-px">
        <p className={toast.about ? 'font-semibold' : undefined}>{toast.text}</p>
        {toast.about && (
          <p className="line-clamp-2 text-sm text-muted wrap-anywhere">{toast.about.text}</p>
        )}
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
        <Icon name="x" className="size-4" />
      </button>
    </div>
  )
}

/**
 * Dismisses a toast after its lifetime. The timer pauses while the toast is hovered or focused. A modal dialog hides
 * the corner (theme.css): a toast that nobody saw lives on until the dialog is closed.
 */
function useLifetime({ id, stays = false }: Toast) {
  const [is_paused, setPaused] = useState(false)
  const remaining_ms = useRef(TOAST_LIFE_MS)
  useEffect(() => {
    if (is_paused || stays) return
    const since = performance.now()
    let timer = setTimeout(end, remaining_ms.current)
    function end() {
      if (document.querySelector('dialog:modal') === null) dismiss(id)
      else timer = setTimeout(end, UNSEEN_MS)
    }
    return () => {
      clearTimeout(timer)
      remaining_ms.current -= performance.now() - since
    }
  }, [id, is_paused, stays])
  return {
    onMouseEnter: () => setPaused(true),
    onMouseLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  }
}
