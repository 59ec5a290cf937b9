import { Check, Copy } from '#web/ui/icons.tsx'
import { useState } from 'react'

interface CopyButtonProps {
  text: string
  /** What is copied, as it follows "Sao chép". */
  name: string
}

/** Copies a text; the mark says that it worked, to the ear as well. Needs scripts, so hides without. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const Icon = state === 'copied' ? Check : Copy
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      // Refused by the browser: the text beside is selected by one click.
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
        <Icon className="size-5" />
      </button>
      <span role="status" className="sr-only">
        {state === 'copied' && `Đã sao chép ${name}`}
        {state === 'failed' && 'Trình duyệt không cho sao chép'}
      </span>
    </>
  )
}
