import { sign_out_path, silent_sign_in_path } from '#storefront/addresses/sign-in-paths.ts'
import { followPrices } from '#storefront/runtime/browser/follow-prices.ts'
import { dropTypedForm, sendTypedForm } from '#storefront/runtime/browser/typed-form.ts'
import type { SessionAnswer } from '#storefront/runtime/sign-in/start-session.ts'

/** The mark of a tab that has asked once whether somebody is signed in at the member site. */
const asked_key = 'auto-login'
/** contract §9: when Google's prompt comes. */
const one_tap_after_ms = 4_000
/** contract §9. */
const limit_ms = 10_000

/**
 * What a tab does once its visitor is known: it tells other tabs, listens to them, and may sign in silently. The
 * session brought the prices for the products `asked`.
 */
export function followSession(
  { name, who, auto_login_at, one_tap }: SessionAnswer,
  asked: readonly string[],
): void {
  followOtherTabs(who)
  openPopups(name)
  if (name !== null) followPrices(asked)
  if (who !== null) sendTypedForm(who)
  if (one_tap) setTimeout(offerSignIn, one_tap_after_ms)
  if (auto_login_at !== null && sessionStorage.getItem(asked_key) === null) {
    sessionStorage.setItem(asked_key, '1')
    // The page works as it is if the member site does not answer.
    void autoLogin(auto_login_at).catch(() => undefined)
  }
}

/** The page works as it is without the offer. */
function offerSignIn(): void {
  void import('#storefront/runtime/browser/one-tap.ts')
    .then(({ offerOneTap }) => offerOneTap())
    .catch(() => undefined)
}

/**
 * The links to the page of sign-in open the Smember popup instead, and those of a member's name their ways on. A link
 * may say in `data-text` why somebody should sign in there.
 */
function openPopups(name: string | null): void {
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const is_ours = link?.pathname === '/dang-nhap' || link?.matches('header a[href="/smember"]')
      if (!link || !is_ours || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
        return
      event.preventDefault()
      const text = link.dataset['text']
      const return_to = location.pathname + location.search
      void import('#storefront/commerce/sign-in/account-popup.tsx').then(
        ({ openAccountPopup }) => openAccountPopup({ name, return_to, text }),
        () => location.assign(link.href),
      )
    },
    { capture: true },
  )
}

/** The tabs of this browser. One channel for the page, which does not hear itself; old browsers have none. */
let tabs: BroadcastChannel | null | undefined

function otherTabs(): BroadcastChannel | null {
  tabs ??= 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : null
  return tabs
}

/**
 * Reloads this tab when somebody has signed in or out in another one: its prices, cart and forms are another person's.
 * Tells the other tabs who is signed in here.
 */
function followOtherTabs(who: string | null): void {
  // The back button shows a page as it was, also after a sign-out.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && who !== null) location.reload()
  })
  let has_typed = false
  document.addEventListener('input', ({ target }) => {
    const form = (target as HTMLInputElement | null)?.form
    has_typed ||= form?.method === 'post'
  })
  otherTabs()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // A guest who signs in elsewhere keeps what they have typed here: the form is sent in the name of the member.
    const may_stay = who === null && has_typed
    if (data !== who && !may_stay) location.reload()
  })
  otherTabs()?.postMessage(who)
}

/**
 * Signs out by a request of this tab, so that the other tabs are told once the session has ended on the server and not
 * while it still lives. If that fails the form goes as it is, as without scripts.
 */
export function signOut(form: HTMLFormElement): void {
  dropTypedForm()
  void endSession(form).then(
    (url) => {
      otherTabs()?.postMessage(null)
      location.assign(url)
    },
    () => form.submit(),
  )
}

async function endSession(form: HTMLFormElement): Promise<string> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) body.set(name, String(value))
  const response = await fetch(sign_out_path, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
    signal: AbortSignal.timeout(limit_ms),
  })
  const { url } = (await response.json()) as { url: string }
  return url
}

/**
 * The hidden auto-login frame (contract §2, §4.4). The member site answers with a message: whether somebody is signed
 * in there. Only its own origin and this very frame are believed, with an auto-login flag, code and state (contract
 * §5).
 */
async function autoLogin(member_origin: string): Promise<void> {
  const response = await fetch(silent_sign_in_path, {
    method: 'POST',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(limit_ms),
  })
  const { url } = (await response.json()) as { url: string }
  if (new URL(url, location.href).origin !== member_origin) return
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = 'Smember'
  frame.src = url
  const end = () => {
    removeEventListener('message', onMessage)
    frame.remove()
  }
  function onMessage({ origin, source, data }: MessageEvent<unknown>) {
    if (origin !== member_origin || source !== frame.contentWindow) return
    const answer = autoLoginAnswer(data)
    end()
    if (answer === null) return
    const here = new URL(location.href)
    here.searchParams.set('code', answer.code)
    here.searchParams.set('state', answer.state)
    // The server exchanges the code, as on every page that brings one.
    location.replace(here)
  }
  addEventListener('message', onMessage)
  setTimeout(end, limit_ms)
  document.body.append(frame)
}

/**
 * Reads a message of the member site; null: nobody is signed in there, or it is another message. The auto-login flag is
 * that of the provider's silent answer (web_message), or `auto_login`.
 */
export function autoLoginAnswer(data: unknown): { code: string; state: string } | null {
  const { auto_login, type, response } = (data ?? {}) as Record<string, unknown>
  const is_ours = auto_login === true || type === 'authorization_response'
  const answer = (type === 'authorization_response' ? response : data) ?? {}
  const { code, state } = answer as Record<string, unknown>
  if (!is_ours || typeof code !== 'string' || typeof state !== 'string') return null
  return code === '' || state === '' ? null : { code, state }
}
