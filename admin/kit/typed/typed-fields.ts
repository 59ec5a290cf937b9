/** What somebody changed in a form: the name of a field, which of several with this name, and its value. */
export type TypedField = readonly [name: string, place: number, value: string | boolean]

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Whether the field has another value than at first. */
export function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement)) return false
  if (['checkbox', 'radio'].includes(field.type)) return field.checked !== field.defaultChecked
  // Browsers fill passwords in.
  const is_typed = !['hidden', 'password', 'submit', 'button', 'file'].includes(field.type)
  return is_typed && field.value !== field.defaultValue
}

/**
 * Whether what is typed in the form is worth a draft: a text of several lines, or several fields. A form with a
 * password or a code never is.
 */
export function isLong(form: HTMLFormElement): boolean {
  if (form.method !== 'post') return false
  if (form.querySelector('[type=password], [autocomplete=one-time-code]') !== null) return false
  const typed = 'input:not([type=hidden], [type=submit], [type=button], [type=file]), select'
  return form.querySelector('textarea') !== null || form.querySelectorAll(typed).length > 2
}

/** Names the form of a page: by its hidden fields, such as the intent and the row, without what changes with a save. */
export function formName(form: HTMLFormElement): string {
  const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')]
  return hidden
    .filter(({ name }) => !isOfVersion(name))
    .map(({ name, value }) => `${name}=${value}`)
    .join('&')
}

/** The fields that were changed, and the version that they were typed against. Empty: nothing was changed. */
export function typedFields(form: HTMLFormElement): TypedField[] {
  const fields = namedFields(form)
  if (!fields.some(([, , field]) => isChanged(field))) return []
  return fields
    .filter(([name, , field]) => isChanged(field) || (isHidden(field) && isOfVersion(name)))
    .map(([name, place, field]) => [name, place, isTicked(field) ? field.checked : field.value])
}

/**
 * Puts the values back. The version comes back too: if somebody saved the page meanwhile, the server refuses the form
 * as it would have then, and shows both values.
 */
export function typeAgain(form: HTMLFormElement, typed: readonly TypedField[]): void {
  let first: Field | null = null
  for (const [name, place, field] of namedFields(form)) {
    const found = typed.find(([of, nth]) => of === name && nth === place)
    if (found === undefined) continue
    put(field, found[2])
    if (!isHidden(field)) first ??= field
  }
  for (let part = first?.closest('details'); part; part = part.parentElement?.closest('details')) {
    part.open = true
  }
  first?.focus()
}

/** React notices a value that is set by the element's own setter and told by events. */
function put(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (isTicked(field) && field.checked !== value) field.click()
    return
  }
  const { prototype } = Object.getPrototypeOf(field).constructor as { prototype: Field }
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  if (isHidden(field)) return
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function namedFields(form: HTMLFormElement): [string, number, Field][] {
  const places = new Map<string, number>()
  return [...form.elements].filter(isField).map((field) => {
    const place = places.get(field.name) ?? 0
    places.set(field.name, place + 1)
    return [field.name, place, field]
  })
}

function isField(element: Element): element is Field {
  const is_field =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  return is_field && element.name !== '' && element.type !== 'file'
}

const isHidden = ({ type }: Field): boolean => type === 'hidden'

function isTicked(field: Field): field is HTMLInputElement {
  return ['checkbox', 'radio'].includes(field.type)
}

const isOfVersion = (name: string): boolean => /version|seen|key|total/.test(name)
