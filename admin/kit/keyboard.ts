import { useEffect, useRef } from 'react'

/** What a key does, by the character it types, or by its name ("Escape"). */
type Keys = Readonly<Record<string, () => void>>

/** Characters of a scanner follow each other faster than anybody types. */
export const max_scan_gap_ms = 50

/**
 * Runs an action when its key is pressed, unless the key belongs to a text field, a dialog or the browser. A digit may
 * begin a scanned code, so its action waits until no other key follows at once.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const press = (event: KeyboardEvent) => {
      clearTimeout(waiting)
      const action = latest.current[event.key]
      if (action === undefined || isTaken(event)) return
      event.preventDefault()
      if (/^\d$/.test(event.key)) waiting = setTimeout(action, max_scan_gap_ms)
      else action()
    }
    document.addEventListener('keydown', press)
    return () => {
      clearTimeout(waiting)
      document.removeEventListener('keydown', press)
    }
  }, [])
}

/** Whether a key belongs to a text field, a dialog or the browser. */
export function isTaken({ target, ctrlKey, metaKey, altKey, repeat, key }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || (repeat && !['j', 'k'].includes(key))) return true
  return isTextField(target)
}

/** Whether what is typed there belongs to a field or a dialog. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable=true], dialog[open]',
    ) !== null
  )
}

/** Presses the button or link that carries this key (`data-key`), if the page shows one. */
export function pressKeyed(key: string): void {
  const element = document.querySelector(`[data-key="${key}"]`)
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) element.focus()
  else if (element instanceof HTMLElement) element.click()
}
