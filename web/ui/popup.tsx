import { Icon } from '#web/ui/icons.tsx'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'

interface PopupProps {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** Pixels (contract §2: the Smember popup is 372 wide). */
  max_width?: number
  /** Without a header the title is only read out, and the close button stands in the corner. */
  has_header?: boolean
  /** Whether a click outside of the popup closes it. */
  closes_outside?: boolean
}

/**
 * The generic popup of contract §2, as the browser's dialog. It is rendered only while it is open. It traps
 * and returns the focus, and Escape closes it. Without scripts it is shown within the page as a notice.
 */
export function Popup({
  title,
  onClose,
  children,
  footer,
  max_width = 480,
  closes_outside = true,
  has_header = true,
}: PopupProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    const focused = document.activeElement
    element?.close()
    element?.showModal()
    // Whoever typed into it before the scripts came goes on there.
    if (focused instanceof HTMLElement && element?.contains(focused) === true) focused.focus()
    return () => element?.close()
  }, [])

  function closeWhenOutside(event: MouseEvent) {
    if (closes_outside && event.target === dialog.current) dialog.current?.close()
  }

  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={titleId}
      onClose={() => {
        // The effect above closes the dialog for a moment, to open it as modal. That is not reported.
        if (!dialog.current?.open) onClose()
      }}
      onClick={closeWhenOutside}
      style={{ maxWidth: max_width }}
      className="relative m-0 w-full overscroll-contain rounded-[20px] border border-line bg-white p-0 text-ink backdrop:bg-ink/50 [&:modal]:fixed [&:modal]:m-auto [&:modal]:max-h-[calc(100dvh-32px)] [&:modal]:w-[calc(100%-32px)] [&:modal]:border-0 [&:modal]:shadow-pop"
    >
      <div
        className={has_header ? 'flex items-start gap-3 px-5 pt-5' : 'absolute top-3 right-4 z-10'}
      >
        <h2
          id={titleId}
          className={
            has_header
              ? 'flex-1 text-xl leading-snug font-extrabold tracking-[-0.018em]'
              : 'sr-only'
          }
        >
          {title}
        </h2>
        <button
          type="button"
          aria-label="Đóng"
          onClick={() => dialog.current?.close()}
          className="-mt-1.5 -mr-2 grid size-10 place-items-center rounded-full text-muted hover:bg-mist hover:text-ink noscript:hidden"
        >
          <Icon name="x" className="size-5" />
        </button>
      </div>
      <div className={has_header ? 'px-5 pt-2 pb-5' : 'px-5 pt-9 pb-5'}>{children}</div>
      {footer && <div className="flex flex-wrap gap-3 px-5 pb-5">{footer}</div>}
    </dialog>
  )
}
