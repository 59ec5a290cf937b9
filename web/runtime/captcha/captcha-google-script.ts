interface GoogleBox {
  ready: (work: () => void) => void
  render: (
    container: HTMLElement,
    settings: {
      sitekey: string
      callback: (response: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ) => number
}

declare global {
  interface Window {
    grecaptcha?: GoogleBox
  }
}

const address = 'https://www.google.com/recaptcha/api.js?render=explicit&hl=vi'

let loading: Promise<GoogleBox> | null = null

/** Draws the checkbox of reCAPTCHA v2 (developers.google.com/recaptcha/docs/display). */
export async function drawGoogleBox(
  container: HTMLElement,
  sitekey: string,
  onSolved: (response: string | null) => void,
): Promise<void> {
  loading ??= loadScript()
  try {
    const box = await loading
    box.render(container, {
      sitekey,
      callback: onSolved,
      'expired-callback': () => onSolved(null),
      'error-callback': () => onSolved(null),
    })
  } catch (error) {
    loading = null
    throw error
  }
}

function loadScript(): Promise<GoogleBox> {
  const { promise, resolve, reject } = Promise.withResolvers<GoogleBox>()
  const script = document.createElement('script')
  script.src = address
  script.async = true
  script.addEventListener('load', () => {
    const box = window.grecaptcha
    if (box === undefined) reject(new TypeError('the Google script did not define grecaptcha'))
    else box.ready(() => resolve(box))
  })
  script.addEventListener('error', () =>
    reject(new TypeError('the Google script could not be loaded')),
  )
  document.head.append(script)
  return promise
}
