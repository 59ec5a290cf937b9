/*
 * Stands in the head of every page and runs before anything can be pressed (storefront/runtime/assets.ts).
 * Until the page is hydrated, a press on what needs scripts is held and shown as heard, and what is typed,
 * ticked or chosen is noted. After hydration the fields are told first, then each press is repeated. A press
 * that was held too long, or whose scripts cannot come, is repeated at once: the browser follows the link or
 * sends the form as if there were no scripts (decisions/088).
 */
const HELD_AT_MOST_MS = 2_000

/** Plain links are not among them: the browser follows these at once, which is faster than waiting. */
const SCRIPTED = 'button:not([popovertarget]), a[data-scroll], [data-scripted]:not(form)'
const SCRIPTED_FORM = '[method=post], [data-scripted]'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface Press {
  event: MouseEvent | SubmitEvent
  element: Element
  timer: ReturnType<typeof setTimeout>
}
interface Note {
  value: string
  checked: boolean
  /** An input method was still at work on a letter. */
  is_composing: boolean
}

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
  const press: Press = { event, element, timer: setTimeout(() => repeat(press), HELD_AT_MOST_MS) }
  presses.add(press)
}

/** What the press is held for; null: it goes its way. */
function scriptedElement(event: MouseEvent | SubmitEvent): Element | null {
  const target = event.target as Element
  if (!(event instanceof MouseEvent)) return target.matches(SCRIPTED_FORM) ? target : null
  if (event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
    return null
  }
  const element = target.closest(SCRIPTED)
  const form = element?.matches('[type=submit]') && (element as HTMLButtonElement).form
  return form && !form.matches(SCRIPTED_FORM) ? null : element
}

function note({ target, isComposing }: Event & { isComposing?: boolean }): void {
  const { value, checked } = target as HTMLInputElement
  notes.set(target as Field, { value, checked, is_composing: isComposing === true })
}

/** A script of the page failed to load. */
function giveUp({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement)) return
  stop()
  for (const press of presses) repeat(press)
}

/** One task for each, so that React has drawn one before the next is heard. */
async function repeatAll(): Promise<void> {
  stop()
  for (const [field, found] of notes) {
    await tell(field, found)
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

/** Makes React hear what a field became before it listened. */
async function tell(field: Field, { value, checked, is_composing }: Note): Promise<void> {
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
  if (has_focus && is_composing) {
    // Writing to the field would disturb the input method. What is typed next is heard anyhow.
    const tellNow = () => void tell(field, { value: field.value, checked, is_composing })
    return field.addEventListener('blur', tellNow, { once: true })
  }
  const typed = field.value === field.defaultValue ? value : field.value
  const { selectionStart, selectionEnd } = field
  // React takes for a change what differs from the value that was last set through the element itself.
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
