import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** What the keys do besides moving. `count` is how many choices there are. */
interface Choosing {
  count: number
  choose: (index: number) => void
  /** Delete on a choice: false where there is nothing to remove. */
  remove: (index: number) => boolean
  /** Enter in the field. */
  submit: (words: string) => void
}

/**
 * Whether suggestions are open, for which words, and where the arrows are (null: in the field).
 * Events are heard at the form, and the field is never written to: an input method that is
 * composing a Vietnamese letter must not be disturbed.
 */
export function useSearchBox(form: RefObject<HTMLFormElement | null>) {
  const [isOpen, setOpen] = useState(() => form.current?.contains(document.activeElement) ?? false)
  const [words, setWords] = useState(() => fieldOf(form)?.value ?? '')
  const [active, setActive] = useState<number | null>(null)
  const { key } = useLocation()
  const close = () => {
    setOpen(false)
    setActive(null)
  }
  const open = () => {
    setOpen(true)
    setActive(null)
    setWords(fieldOf(form)?.value ?? '')
  }
  // Going elsewhere closes it, by whatever way.
  useEffect(() => close, [key])
  return { isOpen, words, active, setActive, open, close }
}

/** What a browser tells when somebody wants something closed: Android's way back, for one. */
interface Closing extends EventTarget {
  destroy: () => void
}

/** The way back closes suggestions that fill the window instead of leaving the page, where it can be told. */
export function useWayBack(isOpen: boolean, close: () => void): void {
  const hear = useEffectEvent(close)
  useEffect(() => {
    const { CloseWatcher } = window as Window & { CloseWatcher?: new () => Closing }
    if (!isOpen || !CloseWatcher) return
    const closing = new CloseWatcher()
    const onClose = () => hear()
    closing.addEventListener('close', onClose)
    return () => closing.destroy()
  }, [isOpen])
}

export type SearchBox = ReturnType<typeof useSearchBox>

/** Hears the keyboard, the focus and presses beside the form. */
export function useSearchEvents(
  form: RefObject<HTMLFormElement | null>,
  box: SearchBox,
  choosing: Choosing,
): void {
  const hearKey = (event: KeyboardEvent) => {
    // An input method takes these keys for itself while it composes.
    if (event.isComposing || event.target !== fieldOf(form)) return
    const { isOpen, active } = box
    if (event.key === 'Escape' && isOpen) box.close()
    else if (event.key === 'Enter' && isOpen && active !== null) choosing.choose(active)
    else if (event.key === 'Delete' && isOpen && active !== null && choosing.remove(active)) {
      box.setActive(null)
    } else {
      const next = nextActive(event, isOpen ? active : null, choosing.count)
      if (next === undefined) return
      if (!isOpen) box.open()
      box.setActive(next)
    }
    event.preventDefault()
  }
  const hear = useEffectEvent((event: Event) => {
    const element = form.current
    if (!element) return
    if (event instanceof KeyboardEvent) return hearKey(event)
    if (event.type === 'submit') {
      event.preventDefault()
      return choosing.submit(fieldOf(form)?.value ?? '')
    }
    const isField = event.target === fieldOf(form)
    // A press on the field that has the focus opens again what Escape has closed.
    if (event.type === 'click' && box.isOpen) return
    if (event.type === 'input' || event.type === 'focusin' || event.type === 'click') {
      if (isField) box.open()
      return
    }
    // Focus that goes to nothing stays with us: a finger on the panel takes it from the field.
    const to = event instanceof FocusEvent ? event.relatedTarget : event.target
    if (to instanceof Node && !element.contains(to)) box.close()
  })
  useEffect(() => {
    const element = form.current
    if (!element) return
    const heard = ['input', 'keydown', 'click', 'focusin', 'focusout', 'submit']
    for (const type of heard) element.addEventListener(type, hear)
    document.addEventListener('pointerdown', hear)
    return () => {
      for (const type of heard) element.removeEventListener(type, hear)
      document.removeEventListener('pointerdown', hear)
    }
  }, [form])
}

/** Tells assistive technology what the field has become, and the style sheet that it is open. */
export function useSearchMarks(
  form: RefObject<HTMLFormElement | null>,
  list_id: string,
  isOpen: boolean,
  active_id: string | null,
): void {
  useLayoutEffect(() => {
    const field = fieldOf(form)
    if (!field) return
    form.current?.toggleAttribute('data-open', isOpen)
    field.role = 'combobox'
    field.ariaAutoComplete = 'list'
    field.ariaExpanded = String(isOpen)
    setOrRemove(field, 'aria-controls', isOpen ? list_id : null)
    setOrRemove(field, 'aria-activedescendant', active_id)
    if (active_id) document.getElementById(active_id)?.scrollIntoView({ block: 'nearest' })
  })
}

export function fieldOf(form: RefObject<HTMLFormElement | null>): HTMLInputElement | null {
  return form.current?.querySelector('input') ?? null
}

/** Where a key leads from `active`; undefined: it is not for us. */
export function nextActive(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  active: number | null,
  count: number,
): number | null | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  const last = count - 1
  if (event.key === 'ArrowDown') return active === null ? (count > 0 ? 0 : null) : after(active)
  if (event.key === 'ArrowUp') return active === null ? (count > 0 ? last : null) : before(active)
  // In the field they move the caret.
  if (active === null) return undefined
  if (event.key === 'Home') return 0
  if (event.key === 'End') return last
  return undefined

  function after(index: number) {
    return index < last ? index + 1 : null
  }
  function before(index: number) {
    return index > 0 ? index - 1 : null
  }
}

function setOrRemove(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
