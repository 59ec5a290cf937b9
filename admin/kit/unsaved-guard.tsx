import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { dropDrafts } from '#admin/kit/typed/sealed-drafts.ts'
import type { SentForms } from '#admin/kit/typed/sent-forms.ts'
import { isChanged } from '#admin/kit/typed/typed-fields.ts'
import { buttonClass } from '#web/ui/button.ts'

/**
 * Asks before a page is left whose form has been typed in and not sent. It watches all forms that change something, so
 * that no page has to think of it. Loaded once the page works: a page is usable without it.
 */
export function UnsavedGuard({ sent }: { sent: SentForms }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsaved(sent),
  )
  useEffect(() => {
    if (blocker.state === 'blocked') dialog.current?.showModal()
  }, [blocker.state])
  useEffect(() => warnBeforeUnload(sent), [sent])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="unsaved"
      onClose={({ currentTarget }) => {
        if (blocker.state !== 'blocked') return
        if (currentTarget.returnValue !== 'leave') return blocker.reset()
        // Whoever leaves on purpose is not asked again.
        dropDrafts(location.pathname)
        blocker.proceed()
      }}
      className="m-auto w-96 max-w-[calc(100vw-32px)] rounded-2xl bg-white p-5 text-ink shadow-pop backdrop:bg-night/60"
    >
      <h2 id="unsaved" className="text-lg">
        Bạn đã nhập nhưng chưa lưu
      </h2>
      <p className="mt-1 text-sm">Rời trang này thì những gì vừa nhập sẽ mất.</p>
      <form method="dialog" className="mt-4 flex flex-wrap justify-end gap-2">
        <button type="submit" value="leave" className={buttonClass('outline', 'px-4 py-2')}>
          Rời trang
        </button>
        <button
          type="submit"
          value="stay"
          autoFocus
          className={buttonClass('primary', 'px-4 py-2')}
        >
          Ở lại
        </button>
      </form>
    </dialog>
  )
}

function warnBeforeUnload(sent: SentForms): () => void {
  const onUnload = (event: BeforeUnloadEvent) => {
    if (hasUnsaved(sent)) event.preventDefault()
  }
  window.addEventListener('beforeunload', onUnload)
  return () => window.removeEventListener('beforeunload', onUnload)
}

/** Whether a form that changes something has a field with another value than at first. */
function hasUnsaved(sent: SentForms): boolean {
  return [...document.forms].some(
    (form) => form.method === 'post' && !sent.has(form) && [...form.elements].some(isChanged),
  )
}
