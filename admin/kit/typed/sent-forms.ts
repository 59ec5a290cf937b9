/** Forms that were not typed in since they were sent. */
export type SentForms = WeakSet<HTMLFormElement>

/** Notes which forms are sent, until they are typed in again. Returns a function that stops. */
export function noteSentForms(sent: SentForms): () => void {
  const onInput = ({ target }: Event) => {
    const { form } = target as HTMLInputElement
    if (form) sent.delete(form)
  }
  const onSubmit = ({ target }: Event) => sent.add(target as HTMLFormElement)
  document.addEventListener('input', onInput)
  document.addEventListener('submit', onSubmit)
  return () => {
    document.removeEventListener('input', onInput)
    document.removeEventListener('submit', onSubmit)
  }
}
