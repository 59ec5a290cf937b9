/** A form that met an ended session keeps its fields in this tab for as long as a sign-in takes. */
const key = 'typed-form'
const lasts_ms = 600_000

interface TypedForm {
  path: string
  fields: [string, string][]
  at: number
}

export function keepTypedForm(path: string, fields: [string, string][]): void {
  const form: TypedForm = { path, fields, at: Date.now() }
  sessionStorage.setItem(key, JSON.stringify(form))
}

/** Sends the kept form of this page again, once, after its sender has signed in. */
export function sendTypedForm(): void {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return
  const { path, fields, at } = JSON.parse(stored) as TypedForm
  const is_here = path === location.pathname + location.search
  const is_old = Date.now() - at > lasts_ms
  if (is_here || is_old) sessionStorage.removeItem(key)
  if (!is_here || is_old) return
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
