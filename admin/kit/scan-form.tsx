import { type FormEvent, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { Form, useActionData, useNavigation, useSubmit } from 'react-router'
import { own_notice } from '#admin/kit/own-notice.ts'

interface ScanFormProps {
  /** The path of the page that the form belongs to. */
  action: string
  /** Hidden fields with their values. */
  hidden: Readonly<Record<string, string | number>>
  label: string
  placeholder: string
  /** More fields, such as the quantity. */
  children?: ReactNode
}

/**
 * One field that a scanner types into; its Enter sends the code. Without scripts it is a plain form. With scripts the
 * field is empty at once, and codes that are scanned meanwhile wait for their turn, so that none is lost or glued to
 * the one before. Codes that were not accepted stay in sight.
 */
export function ScanForm({ action, hidden, label, placeholder, children }: ScanFormProps) {
  const { waiting, refused, scan } = useScans(action)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value)]),
    )
    form.reset()
    form.querySelector<HTMLInputElement>('[name=scan]')?.focus()
    if (fields['scan']?.trim()) scan(fields)
  }
  return (
    <section className="sheet grid gap-2">
      <Form method="post" action={action} preventScrollReset onSubmit={submit}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="flex flex-wrap items-end gap-2">
          <label className="grid min-w-32 grow basis-0 gap-1 text-sm">
            <span className="text-muted">{label}</span>
            <input
              name="scan"
              autoFocus
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={80}
              placeholder={placeholder}
              className="field min-h-11 w-full text-base tabular-nums"
            />
          </label>
          {children}
          <button type="submit" className="tool min-h-11 px-2.5">
            Thêm
          </button>
        </div>
      </Form>
      <p role="status" className="text-sm text-muted empty:hidden">
        {waiting > 0 ? `Còn ${waiting} mã đang gửi…` : ''}
      </p>
      {refused.length > 0 && (
        <ul role="alert" className="text-sm font-semibold text-sale">
          {refused.map(({ code, problem }, n) => (
            <li key={n}>
              {code}: {problem}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The field for the quantity of what is scanned next. */
export function QuantityField() {
  return (
    <label className="grid gap-1 text-sm">
      <span className="text-muted">Số lượng</span>
      <input
        name="quantity"
        inputMode="numeric"
        defaultValue="1"
        autoComplete="off"
        className="field min-h-11 w-16 text-right tabular-nums"
      />
    </label>
  )
}

type Fields = Readonly<Record<string, string>>

/**
 * Sends scanned codes one after another, and collects those that were refused. A code waits until the answer of the one
 * before is shown: a form that is sent while another is on its way would replace it.
 */
function useScans(action: string) {
  const submit = useSubmit()
  const { state } = useNavigation()
  const answer = useActionData<{ problem?: string }>()
  const [queue, setQueue] = useState<readonly Fields[]>([])
  const [refused, setRefused] = useState<{ code: string; problem: string }[]>([])
  const [answered, setAnswered] = useState(0)
  const sent = useRef<{ number: number; code: string } | null>(null)
  useEffect(() => {
    if (state !== 'idle') return
    if (sent.current !== null) {
      if (answered < sent.current.number) return
      const { code } = sent.current
      const problem = answer?.problem
      sent.current = null
      if (problem !== undefined) setRefused((list) => [{ code, problem }, ...list].slice(0, 5))
    }
    const [next] = queue
    if (next === undefined) return
    const number = answered + 1
    sent.current = { number, code: next['scan'] ?? '' }
    // A code scanned since this render stands in the list already.
    setQueue((list) => list.slice(1))
    const sending = submit(
      { ...next },
      { method: 'post', action, preventScrollReset: true, state: own_notice },
    )
    // As a transition, it is shown together with the answer, which the router shows as one too.
    void sending.finally(() => startTransition(() => setAnswered(number)))
  }, [state, answer, queue, answered, submit, action])
  return {
    waiting: queue.length,
    refused,
    scan: (fields: Fields) => setQueue((list) => [...list, fields]),
  }
}
