import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** What keys do besides moving. `count` is the number of choices. */
interface ChoiceHandlers {
  count: number
  choose: (index: number) => void
  /** Delete on a choice; returns false if it cannot be removed. */
  remove: (index: number) => boolean
  /** Enter in the field. */
  submit: (words: string) => void
}

/**
 * Whether suggestions are open, for which words, and which choice is active (null: the field). The choice is known by
 * its key and not by its place: an answer that comes late must not put another one under the Enter key. Listeners are
 * on the form, and the field is never written to: this would disturb an input method that composes a
 * Vietnamese letter.
 */
export function useSearchBox(form: RefObject<HTMLFormElement | null>) {
  const [isOpen, setOpen] = useState(() => form.current?.contains(document.activeElement) ?? false)
  const [words, setWords] = useState(() => fieldOf(form)?.value ?? '')
  const [active_key, setActiveKey] = useState<string | null>(null)
  const { key } = useLocation()
  const close = () => {
    setOpen(false)
    setActiveKey(null)
  }
  const open = () => {
    setOpen(true)
    setActiveKey(null)
    setWords(fieldOf(form)?.value ?? '')
  }
  // A navigation closes the suggestions, unless words were typed while the page was loading.
  useEffect(
    () => () => {
      if (fieldOf(form) !== document.activeElement) close()
    },
    [form, key],
  )
  return { isOpen, words, active_key, setActiveKey, open, close }
}

/** CloseWatcher of the browser: it fires on a close request, such as Android's back button. */
interface Watcher extends EventTarget {
  destroy: () => void
}

/** The back button closes the suggestions instead of leaving the page, in browsers with CloseWatcher. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const onEvent = useEffectEvent(close)
  useEffect(() => {
    const { CloseWatcher } = window as Window & { CloseWatcher?: new () => Watcher }
    if (!isOpen || !CloseWatcher) return
    const watcher = new CloseWatcher()
    const onClose = () => onEvent()
    watcher.addEventListener('close', onClose)
    return () => watcher.destroy()
  }, [isOpen])
}

type SearchBox = Pick<ReturnType<typeof useSearchBox>, 'isOpen' | 'open' | 'close'> & {
  /** The place of the active choice. */
  active: number | null
  setActive: (index: number | null) => void
}

/** Handles keys, focus and presses outside the form. */
export function useSearchEvents(
  form: RefObject<HTMLFormElement | null>,
  box: SearchBox,
  handlers: ChoiceHandlers,
): void {
  const onKey = (event: KeyboardEvent) => {
    // An input method uses these keys while it composes.
    if (event.isComposing || event.target !== fieldOf(form)) return
    const { isOpen, active } = box
    if (event.key === 'Escape' && isOpen) box.close()
    else if (event.key === 'Enter' && isOpen && active !== null) handlers.choose(active)
    else if (event.key === 'Delete' && isOpen && active !== null && handlers.remove(active)) {
      box.setActive(null)
    } else {
      const next = nextActive(event, isOpen ? active : null, handlers.count)
      if (next === undefined) return
      if (!isOpen) box.open()
      box.setActive(next)
    }
    event.preventDefault()
  }
  const onEvent = useEffectEvent((event: Event) => {
    const element = form.current
    if (!element) return
    if (event instanceof KeyboardEvent) return onKey(event)
    if (event.type === 'submit') {
      event.preventDefault()
      return handlers.submit(fieldOf(form)?.value ?? '')
    }
    const isField = event.target === fieldOf(form)
    // A press on the focused field opens the suggestions again after Escape.
    if (event.type === 'click' && box.isOpen) return
    if (event.type === 'input' || event.type === 'focusin' || event.type === 'click') {
      if (isField) box.open()
      return
    }
    // If the focus goes to no element, the panel stays open: a finger on the panel blurs the field.
    const to = event instanceof FocusEvent ? event.relatedTarget : event.target
    if (to instanceof Node && !element.contains(to)) box.close()
  })
  useEffect(() => {
    const element = form.current
    if (!element) return
    const event_types = ['input', 'keydown', 'click', 'focusin', 'focusout', 'submit']
    for (const type of event_types) element.addEventListener(type, onEvent)
    document.addEventListener('pointerdown', onEvent)
    return () => {
      for (const type of event_types) element.removeEventListener(type, onEvent)
      document.removeEventListener('pointerdown', onEvent)
    }
  }, [form])
}

/** Sets the combobox attributes of the field and `data-open` of the form. */
export function useComboboxAttributes(
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

/** The active choice after a key; undefined if the key is not handled. */
export function nextActive(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  active: number | null,
  count: number,
): number | null | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  const last = count - 1
  if (event.key === 'ArrowDown') return active === null ? (count > 0 ? 0 : null) : after(active)
  if (event.key === 'ArrowUp') return active === null ? (count > 0 ? last : null) : before(active)
  // In the field, Home and End move the caret.
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
