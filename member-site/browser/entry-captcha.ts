import '#member-site/styles.css'

/** The script of a page with a captcha: a checkbox computes the proof, or Google's box is drawn. */
const box = document.querySelector<HTMLElement>('[data-captcha]')
const field = box?.querySelector<HTMLInputElement>('[name="g-recaptcha-response"]')
const status = box?.querySelector<HTMLElement>('[role=status]')
const checkbox = box?.querySelector<HTMLInputElement>('[type=checkbox]')

if (box && field && status) start(box, field, status)

function start(frame: HTMLElement, answer: HTMLInputElement, shown: HTMLElement): void {
  const notice = frame.closest<HTMLElement>('[role=alert]')
  notice?.scrollIntoView({ block: 'center' })
  notice?.focus({ preventScroll: true })
  const failed = () => {
    shown.textContent = 'Chưa được. Vui lòng thử lại.'
  }
  const solved = (response: string) => {
    answer.value = response
    shown.textContent = 'Đã xác thực'
    // The press that was refused goes on by itself.
    if (response !== '') answer.form?.requestSubmit()
  }
  const { siteKey } = frame.dataset
  if (siteKey !== undefined) {
    const place = frame.appendChild(document.createElement('div'))
    import('#web/runtime/captcha/captcha-google-script.ts')
      .then(({ drawGoogleBox }) => drawGoogleBox(place, siteKey, (text) => solved(text ?? '')))
      .catch(failed)
    return
  }
  checkbox?.addEventListener('change', () => {
    if (!checkbox.checked || answer.value !== '') return
    shown.textContent = 'Đang xác thực…'
    import('#web/runtime/captcha/captcha-solver.ts')
      .then(({ solveChallenge }) => solveChallenge())
      .then(solved)
      .catch(() => {
        checkbox.checked = false
        failed()
      })
  })
}
