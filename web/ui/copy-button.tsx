import { Icon } from '#web/ui/icons.tsx'
import { useState } from 'react'

interface CopyButtonProps {
  text: string
  /** The name of the copied text, shown after "Sao chép". */
  name: string
}

/** Copies `text` and confirms it with an icon and a message for screen readers. Hidden without scripts. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const icon = state === 'copied' ? 'check' : 'copy'
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      // The browser refused the copy. The shopper can still select the text beside the button with one click.
      () => setState('failed'),
    )
  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={`Sao chép ${name}`}
        className="-mr-2 grid size-11 max-sm:absolute max-sm:right-0 shrink-0 place-items-center rounded-full text-accent hover:bg-white noscript:hidden"
      >
        <Icon name={icon} className="size-5" />
      </button>
      <span role="status" className="sr-only">
        {state === 'copied' && `Đã sao chép ${name}`}
        {state === 'failed' && 'Trình duyệt không cho sao chép'}
      </span>
    </>
  )
}
