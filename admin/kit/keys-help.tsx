import { useRef } from 'react'
import { useGoHelp } from '#admin/kit/go-keys.ts'
import { useKeys } from '#admin/kit/keyboard.ts'

interface KeysHelpProps {
  /** Each key with what it does. */
  keys: readonly (readonly [key: string, does: string])[]
}

/** The button "?" and the list of keys that it opens. */
export function KeysHelp({ keys }: KeysHelpProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const go_keys = useGoHelp()
  const open = () => dialog.current?.showModal()
  useKeys({ '?': open })
  return (
    <>
      <button type="button" onClick={open} className="tool max-md:hidden" aria-label="Phím tắt">
        <Key name="?" />
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="keys-help"
        className="m-auto max-h-[90dvh] w-96 overflow-y-auto rounded-2xl bg-white p-5 text-ink shadow-pop backdrop:bg-night/60"
      >
        {/* The button takes the focus: below the keys, it would scroll the list to its end. */}
        <form method="dialog" className="flex items-center justify-between gap-3">
          <h2 id="keys-help" className="text-lg">
            Phím tắt
          </h2>
          <button type="submit" className="tool">
            Đóng
          </button>
        </form>
        <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          {[...keys, ...go_keys].map(([key, does]) => (
            <div key={key} className="contents">
              <dt>
                <Key name={key} />
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </dialog>
    </>
  )
}

/** A key as it is printed on the keyboard. Screen readers get it from the help. */
export function Key({ name }: { name: string }) {
  return (
    <kbd
      aria-hidden
      className="inline-grid min-w-5 place-items-center rounded-md border border-current px-1 font-sans text-xs leading-5 normal-case opacity-70 max-md:hidden"
    >
      {name}
    </kbd>
  )
}
