import '#member-site/styles.css'
import { paths } from '#member-site/addresses/paths.ts'
import { askPasskey, type Asked, hasPasskeys } from '#web/runtime/passkeys/ask-passkey.ts'

/**
 * The script of a page with passkeys: its button asks for a passkey and sends the form. At sign-in the browser also
 * offers passkeys below the field of the phone.
 */
const form = document.querySelector<HTMLFormElement>('form[data-passkey]')
const button = form?.querySelector('button')
const field = form?.querySelector<HTMLInputElement>('[name=passkey]')
const notice = document.querySelector<HTMLElement>('[data-passkey-notice]')
/** A challenge counts for five minutes; a page may stay open for longer. */
const renew_ms = 4 * 60_000

if (form && button && field && notice) {
  if (hasPasskeys()) start(form, button, field, notice)
  else if (form.dataset['passkey'] === 'sign_in') form.hidden = true
  else notice.textContent = 'Trình duyệt này không dùng được passkey.'
}

function start(
  sent: HTMLFormElement,
  pressed: HTMLButtonElement,
  answer: HTMLInputElement,
  shown: HTMLElement,
): void {
  const purpose = sent.dataset['passkey'] ?? ''
  const is_sign_in = purpose === 'sign_in'
  let renewal: ReturnType<typeof setTimeout> | undefined
  const ask = (by_autofill = false) =>
    askPasskey({
      ...(is_sign_in
        ? { challenge_path: paths.sign_in_challenge }
        : { challenge_path: paths.passkey_challenge, fields: { purpose } }),
      ...{ is_new: purpose === 'add', by_autofill },
    })
  const send = (asked: Asked) => {
    if ('problem' in asked) return
    answer.value = asked.passkey
    sent.submit()
  }
  const offer = () => {
    renewal = setTimeout(offer, renew_ms)
    if (!document.hidden) void ask(true).then(send)
  }
  const offerInAutofill = async () => {
    if (is_sign_in && (await PublicKeyCredential.isConditionalMediationAvailable?.())) offer()
  }
  pressed.classList.remove('invisible')
  void offerInAutofill()
  sent.addEventListener('submit', (event) => {
    if (answer.value !== '') return
    event.preventDefault()
    if (pressed.disabled) return
    pressed.disabled = true
    shown.textContent = ''
    clearTimeout(renewal)
    void ask().then((asked) => {
      pressed.disabled = false
      send(asked)
      if (!('problem' in asked)) return
      shown.textContent = asked.problem
      void offerInAutofill()
    })
  })
}
