import { useEffect, useRef } from 'react'

/** What a key does, by the character it types, or by its name ("Escape"). */
type Keys = Readonly<Record<string, () => void>>

/** Runs an action when its key is pressed, unless the key belongs to a text field, a dialog or the browser. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = latest.current[event.key]
      if (action === undefined || isTaken(event)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isTaken({ target, ctrlKey, metaKey, altKey, repeat, key }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || (repeat && !['j', 'k'].includes(key))) return true
  return isTextField(target)
}

/** Whether what is typed there belongs to a field or a dialog. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.closest('input:not([type=checkbox]), textarea, select, dialog[open]') !== null
}

/** Presses the button or link that carries this key (`data-key`), if the page shows one. */
export function pressKeyed(key: string): void {
  const element = document.querySelector(`[data-key="${key}"]`)
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) element.focus()
  else if (element instanceof HTMLElement) element.click()
}
