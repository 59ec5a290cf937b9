import { currentMember } from '#storefront/runtime/sign-in/session-state.ts'

/** A form that met an ended session keeps its fields in this tab for as long as a sign-in takes. */
const key = 'typed-form'
const lasts_ms = 600_000

interface TypedForm {
  path: string
  fields: [string, string][]
  at: number
  /** Whose form it is: nobody else may send or see it. */
  who: string
}

/** Keeps the form of the member whose session has ended. A tab that knew no member has nobody to keep it for. */
export function keepTypedForm(path: string, fields: [string, string][]): void {
  const who = currentMember()
  if (who === null) return
  const form: TypedForm = { path, fields, at: Date.now(), who }
  sessionStorage.setItem(key, JSON.stringify(form))
}

/** Forgets the kept form: somebody signs out. */
export function dropTypedForm(): void {
  sessionStorage.removeItem(key)
}

/** Sends the kept form of this page again, once, after its own sender has signed in. */
export function sendTypedForm(who: string): void {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return
  const kept = JSON.parse(stored) as TypedForm
  const { path, fields, at } = kept
  const is_here = path === location.pathname + location.search
  const is_usable = kept.who === who && Date.now() - at <= lasts_ms
  if (is_here || !is_usable) dropTypedForm()
  if (!is_here || !is_usable) return
  const form = document.createElement('form')
  form.method = 'post'
  form.action = path
  form.hidden = true
  for (const [name, value] of fields) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
