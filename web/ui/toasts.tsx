import { useEffect, useSyncExternalStore } from 'react'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { no_toasts, shownToasts, subscribe } from '#web/ui/toast-list.ts'

/** The corner for toasts. A layout renders it once. On the server it is empty. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, shownToasts, () => no_toasts)
  const { value: cards, ask } = useOnDemand(() => import('#web/ui/toast-cards.tsx'))
  useEffect(() => {
    if (shown.length > 0) ask()
  }, [shown, ask])
  return (
    <div role="region" aria-label="Thông báo" aria-live="polite" className="toast-corner">
      {cards === null ? null : <cards.ToastCards toasts={shown} />}
    </div>
  )
}
