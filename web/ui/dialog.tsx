import { Icon } from '#web/ui/icons.tsx'
import { type MouseEvent, type ReactNode, type RefObject, useId, useRef } from 'react'

/** Returns the ref of a dialog and functions to open and close it. */
export function useDialog() {
  const ref = useRef<HTMLDialogElement>(null)
  return {
    ref,
    open: () => ref.current?.showModal(),
    close: () => ref.current?.close(),
  }
}

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>
  title: string
  children: ReactNode
}

/**
 * The browser's modal dialog: it traps the focus, closes with Escape and with a click outside, and returns
 * the focus. On a phone it is a sheet at the bottom.
 */
export function Dialog({ ref, title, children }: DialogProps) {
  const heading = useId()
  const close = () => ref.current?.close()
  return (
    <dialog
      ref={ref}
      aria-labelledby={heading}
      onClick={(event: MouseEvent) => {
        if (event.target === event.currentTarget) close()
      }}
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[85dvh] w-full max-w-none overflow-hidden rounded-t-3xl bg-white text-ink shadow-pop [--focus-color:var(--color-accent)] backdrop:bg-night/60 open:flex md:inset-0 md:m-auto md:h-fit md:max-w-2xl md:rounded-3xl"
    >
      <div className="flex min-h-0 w-full flex-col">
        <DialogHead id={heading} title={title} onClose={close} />
        <div className="min-h-0 overflow-y-auto overscroll-contain p-5">{children}</div>
      </div>
    </dialog>
  )
}

interface DialogHeadProps {
  id: string
  title: string
  onClose: () => void
}

/** The title of a dialog and its close button. */
export function DialogHead({ id, title, onClose }: DialogHeadProps) {
  return (
    <div className="flex items-center gap-4 border-b border-line py-3 pr-3 pl-5">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <button
        type="button"
        aria-label="Đóng"
        onClick={onClose}
        className="ml-auto grid size-11 place-items-center rounded-full text-muted hover:bg-mist hover:text-ink"
      >
        <Icon name="x" className="size-5" />
      </button>
    </div>
  )
}
