import { type FormEvent, useState } from 'react'
import { sign_in_path } from '#storefront/addresses/sign-in-paths.ts'

/** contract §9. */
const limit_ms = 10_000
const offline = 'Chưa kết nối được. Vui lòng kiểm tra mạng rồi thử lại.'

/**
 * Sends the pressed button of a form to the login gate. When the address of the member site arrives, the browser goes
 * there and the flag clears (contract §4.28), so that the back button finds the buttons enabled.
 */
export function useBeginSignIn() {
  const [is_busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function begin(form: HTMLFormElement, button: HTMLElement | null) {
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(form, button)) fields.set(name, String(value))
    setBusy(true)
    setProblem(null)
    try {
      const response = await fetch(sign_in_path, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: fields,
        signal: AbortSignal.timeout(limit_ms),
      })
      const { url } = (await response.json()) as { url: string }
      location.assign(url)
    } catch {
      setProblem(offline)
    } finally {
      setBusy(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (is_busy) return
    const { submitter } = event.nativeEvent as SubmitEvent
    void begin(event.currentTarget, submitter)
  }
  return { is_busy, problem, onSubmit }
}
