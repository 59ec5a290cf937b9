import '#member-site/styles.css'

/**
 * The script of a one-tap prompt, in a frame of the shop: it tells the credential to the shop's page, and to no other
 * origin. In a demo the page has it already; Google's script brings it otherwise.
 */
interface GoogleAccounts {
  initialize: (settings: {
    client_id: string
    nonce: string
    callback: (answer: { credential: string }) => void
    context: 'signin'
    use_fedcm_for_prompt: boolean
  }) => void
  prompt: () => void
}

const place = document.querySelector<HTMLElement>('[data-one-tap]')
const { target = '', credential, clientId, nonce = '' } = place?.dataset ?? {}

function tellShop(signed: string): void {
  parent.postMessage({ type: 'one-tap', credential: signed }, target)
}

if (credential !== undefined) tellShop(credential)
else if (clientId !== undefined) loadGoogle(clientId)

function loadGoogle(client_id: string): void {
  const script = document.createElement('script')
  script.src = 'https://accounts.google.com/gsi/client'
  script.async = true
  script.addEventListener('load', () => {
    const { google } = globalThis as { google?: { accounts: { id: GoogleAccounts } } }
    const id = google?.accounts.id
    id?.initialize({
      ...{ client_id, nonce, context: 'signin', use_fedcm_for_prompt: true },
      callback: (answer) => tellShop(answer.credential),
    })
    // Moments of the prompt tell nothing where the browser draws it itself: only the callback counts.
    id?.prompt()
  })
  document.head.append(script)
}
