/*
 * An inline script in the head of every page. It runs before anything can be pressed (storefront/runtime/assets.ts).
 * Until the page is hydrated, it holds each press on an element that needs scripts, marks the element, and notes the
 * input of fields. After hydration it first replays the input, then repeats each press. If hydration takes too long
 * or a script fails to load, it repeats the press at once: the browser then follows the link or sends the form as it
 * does without scripts (decisions/088). Buttons that do nothing without scripts wait longer.
 */
import { askForScripts } from '#web/runtime/page-scripts.ts'

const MAX_HELD_MS = 2_000

/** Plain links are not included: the browser follows them at once, which is faster than waiting. */
const SCRIPTED = 'button:not([popovertarget]),a[data-scroll],[data-scripted]:not(form)'
const SCRIPTED_FORM = '[method=post],[data-scripted]'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface Press {
  event: MouseEvent | SubmitEvent
  element: Element
  timer: ReturnType<typeof setTimeout>
}
interface Note {
  value: string
  checked: boolean
  /** An input method was still composing a letter: the name of the event's field. */
  isComposing: boolean | undefined
}

/* Whoever has chosen about consent never sees its banner (pure/formats/consent.ts): hidden before the first paint. */
if (document.cookie.includes('consent=3')) document.documentElement.dataset['consent'] = ''

const presses = new Set<Press>()
const notes = new Map<Field, Note>()
let is_repeating = false

document.addEventListener('click', hold, true)
document.addEventListener('submit', hold, true)
document.addEventListener('input', note, true)
addEventListener('error', giveUp, true)
document.addEventListener('hydrated', repeatAll)

function hold(event: MouseEvent | SubmitEvent): void {
  const element = scriptedElement(event)
  if (is_repeating || element === null) return
  event.preventDefault()
  event.stopImmediatePropagation()
  element.setAttribute('data-held', '')
  // Without scripts a plain button does nothing: it waits as long as it takes.
  const wait_ms = element.type === 'button' ? 600_000 : MAX_HELD_MS
  const press: Press = { event, element, timer: setTimeout(() => repeat(press), wait_ms) }
  presses.add(press)
  askForScripts()
}

/** Returns the element that needs scripts; null: the press is not held. */
function scriptedElement(event: MouseEvent | SubmitEvent): HTMLButtonElement | null {
  const target = event.target as HTMLButtonElement
  if (!(event instanceof MouseEvent)) return target.matches(SCRIPTED_FORM) ? target : null
  if (event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
    return null
  }
  const element = target.closest<HTMLButtonElement>(SCRIPTED)
  const form = element?.type === 'submit' && element.form
  return form && !form.matches(SCRIPTED_FORM) ? null : element
}

function note({ target, isComposing }: Event & { isComposing?: boolean }): void {
  const { value, checked } = target as HTMLInputElement
  notes.set(target as Field, { value, checked, isComposing })
  askForScripts()
}

/** Repeats all held presses when a script of the page fails to load. */
function giveUp({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement)) return
  stop()
  for (const press of presses) repeat(press)
}

/** Replays each event in its own task, so that React has rendered its result before the next event. */
async function repeatAll(): Promise<void> {
  stop()
  for (const [field, noted] of notes) {
    await replayInput(field, noted)
    await nextTask()
  }
  for (const press of presses) {
    repeat(press)
    await nextTask()
  }
}

function stop(): void {
  document.removeEventListener('click', hold, true)
  document.removeEventListener('submit', hold, true)
  document.removeEventListener('input', note, true)
  document.removeEventListener('hydrated', repeatAll)
  removeEventListener('error', giveUp, true)
}

function repeat(press: Press): void {
  const { event, element, timer } = press
  clearTimeout(timer)
  presses.delete(press)
  element.removeAttribute('data-held')
  is_repeating = true
  if (event instanceof MouseEvent) event.target?.dispatchEvent(new MouseEvent('click', event))
  else (element as HTMLFormElement).requestSubmit(event.submitter)
  is_repeating = false
}

/** Reports to React the input that a field received before hydration. */
async function replayInput(field: Field, { value, checked, isComposing }: Note): Promise<void> {
  const has_focus = document.activeElement === field
  if (field instanceof HTMLSelectElement) {
    field.value = value
    return dispatch(field, 'change')
  }
  if (field.type === 'checkbox' || field.type === 'radio') {
    const box = field as HTMLInputElement
    if (checked === box.defaultChecked) return
    box.checked = !checked
    return box.click()
  }
  if (has_focus && isComposing) {
    // Writing to the field would disturb the input method. React gets what is typed next in any case.
    const replayNow = () => void replayInput(field, { value: field.value, checked, isComposing })
    return field.addEventListener('blur', replayNow, { once: true })
  }
  const typed = field.value === field.defaultValue ? value : field.value
  const { selectionStart, selectionEnd } = field
  // React reports a change if the value differs from the one last set through the element's own property.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
  if (has_focus && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  dispatch(field, 'input')
  dispatch(field, 'change')
  if (has_focus) return
  await nextTask()
  dispatch(field, 'focusout')
}

function dispatch(field: Field, type: string): void {
  field.dispatchEvent(new Event(type, { bubbles: true }))
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
