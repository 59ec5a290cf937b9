import { askStaffPasskey, type PasskeyPurpose } from '#admin/auth/browser/ask-passkey.ts'
import { hasPasskeys } from '#web/runtime/passkeys/ask-passkey.ts'

/** The one script of the page of passkeys: its button asks for a passkey and sends the form. */
const form = document.querySelector<HTMLFormElement>('form[data-passkey]')
const button = form?.querySelector('button')
const field = form?.querySelector<HTMLInputElement>('[name=passkey]')
const notice = document.querySelector<HTMLElement>('[data-passkey-notice]')

if (form && button && field && notice) {
  if (hasPasskeys()) start(form, button, field, notice)
  else notice.textContent = 'Trình duyệt này không dùng được passkey.'
}

function start(
  sent: HTMLFormElement,
  pressed: HTMLButtonElement,
  answer: HTMLInputElement,
  shown: HTMLElement,
): void {
  const purpose = sent.dataset['passkey'] as PasskeyPurpose
  shown.textContent = ''
  pressed.classList.remove('invisible')
  sent.addEventListener('submit', (event) => {
    if (answer.value !== '') return
    event.preventDefault()
    if (pressed.disabled) return
    pressed.disabled = true
    shown.textContent = ''
    void askStaffPasskey(purpose).then((asked) => {
      pressed.disabled = false
      if ('problem' in asked) shown.textContent = asked.problem
      else {
        answer.value = asked.passkey
        sent.submit()
      }
    })
  })
}
