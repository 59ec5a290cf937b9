import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** Opens and closes a dialog that fills the screen; where the browser allows no full screen, the window. */
export function useFullScreen() {
  const dialog = useRef<HTMLDialogElement>(null)
  return {
    dialog,
    open: () => {
      dialog.current?.showModal()
      // iPhones have it for videos only.
      const root: { requestFullscreen?: () => Promise<void> } = document.documentElement
      root.requestFullscreen?.().catch(() => undefined)
    },
    close: () => dialog.current?.close(),
  }
}

interface FullScreenProps {
  dialog: RefObject<HTMLDialogElement | null>
  label: string
  onClose: () => void
  children: ReactNode
}

/** The dialog of a test that needs the whole screen. Escape ends it. */
export function FullScreen({ dialog, label, onClose, children }: FullScreenProps) {
  useEffect(() => {
    // Escape leaves the full screen first; the test ends with it.
    const onChange = () => {
      if (document.fullscreenElement === null) dialog.current?.close()
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [dialog])
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={() => {
        if (document.fullscreenElement) void document.exitFullscreen()
        onClose()
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none touch-none overflow-hidden border-0 bg-black p-0 select-none"
    >
      {children}
    </dialog>
  )
}
