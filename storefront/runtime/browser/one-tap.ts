import { one_tap_path, one_tap_start_path } from '#storefront/addresses/sign-in-paths.ts'
import type { OneTapPrompt } from '#storefront/runtime/sign-in/one-tap-endpoints.ts'
import { isCalm, isTyping } from '#storefront/runtime/browser/calm-page.ts'
import { buttonClass } from '#web/ui/button.ts'

/** The mark of Google, as its rules for buttons ask for. */
const google_mark =
  '<svg aria-hidden="true" viewBox="0 0 48 48" class="size-5 shrink-0"><path fill="#ea4335" d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"/><path fill="#4285f4" d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"/><path fill="#fbbc05" d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"/><path fill="#34a853" d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"/></svg>'

/** When the prompt was closed (milliseconds since 1970). */
const closed_key = 'one-tap-closed'
const rest_ms = 86_400_000
/** contract §9. */
const limit_ms = 10_000

/** How long a shopper has stopped scrolling when the prompt comes. */
const pause_ms = 1_000

/** Keys of an address that choose nothing: words, the page, and what advertisements add. */
const plain_key = /^(q|page|utm_.+|aff_.+|[a-z]*clid)$/

/** Whether the prompt may come: not to somebody who types, and not a day after it was closed. */
function mayShow(): boolean {
  if (!mayStay() || isTyping() || document.getElementById('one-tap') !== null) return false
  return Date.now() - Number(localStorage.getItem(closed_key) ?? 0) > rest_ms
}

/** Whether the prompt disturbs nothing: no bar for comparing, and nobody who narrows or sorts a list in this tab. */
function mayStay(): boolean {
  return isCalm() && document.querySelector('[data-compare]') === null && !hasChosen()
}

/** Whether an address of this tab has filters or a sort. A browser without the Navigation API knows only this page. */
function hasChosen(): boolean {
  const { navigation } = globalThis as { navigation?: { entries(): { url: string | null }[] } }
  const seen = navigation?.entries().map(({ url }) => url) ?? [location.href]
  return seen.some(
    (url) =>
      url !== null && [...new URL(url).searchParams.keys()].some((key) => !plain_key.test(key)),
  )
}

/**
 * Offers to sign in by Google (contract §2, §4.4), once the shopper has read on and pauses: at the top of a page it
 * would lie over the first goods before anybody has seen them.
 */
export function offerOneTap(): void {
  const waiting = new AbortController()
  let pause: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (!hasReadOn() || !mayShow()) return
    waiting.abort()
    showCard()
  }
  const onScroll = () => {
    clearTimeout(pause)
    pause = setTimeout(look, pause_ms)
  }
  addEventListener('scroll', onScroll, { passive: true, signal: waiting.signal })
  look()
}

/** Whether half a window of the page has been scrolled away, or as much as the page has. */
function hasReadOn(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement
  return scrollY >= Math.min(clientHeight / 2, scrollHeight - clientHeight - 1)
}

/**
 * A card of our own that lies over the page and moves nothing; on a phone one row. Nothing of Google is loaded before
 * its button is pressed: the press is the consent (decision 207).
 */
function showCard(): void {
  const card = document.createElement('section')
  card.id = 'one-tap'
  card.setAttribute('aria-label', 'Đăng nhập nhanh bằng Google')
  // Measured in the size of the text, so that it stays above a product's buy bar when both grow.
  card.className =
    'fixed inset-x-3 bottom-[calc(4.75rem+var(--above-bar,0px)+env(safe-area-inset-bottom))] z-40 mx-auto grid max-h-[calc(100dvh-7.25rem)] overflow-y-auto max-w-96 gap-2 rounded-2xl bg-white p-1.5 shadow-pop md:right-auto md:bottom-[calc(1rem+var(--above-bar,0px))] md:left-4 md:w-96 md:rounded-3xl md:p-4'
  const text = document.createElement('p')
  text.className = 'py-2 pr-12 pl-2 leading-snug font-semibold max-md:hidden md:p-0 md:pr-10'
  text.textContent = 'Đăng nhập để xem giá Smember'
  const start = button(
    'Đăng nhập bằng Google',
    buttonClass('outline', 'min-h-11 max-md:mr-12 max-md:border-transparent'),
  )
  start.insertAdjacentHTML('afterbegin', google_mark)
  const close = button(
    '×',
    'absolute top-1.5 right-1.5 size-11 text-3xl leading-none text-muted md:top-2 md:right-2',
  )
  close.setAttribute('aria-label', 'Đóng')
  const note = document.createElement('p')
  note.className = 'px-2 pb-1 text-sm text-muted max-md:hidden md:p-0'
  note.setAttribute('role', 'status')
  note.textContent = 'Chỉ tải nội dung của Google khi bạn bấm.'
  card.append(text, start, note, close)
  const leave = new AbortController()
  const end = () => {
    card.remove()
    leave.abort()
  }
  const dismiss = () => {
    localStorage.setItem(closed_key, String(Date.now()))
    end()
  }
  function onKey({ key }: KeyboardEvent) {
    if (key === 'Escape' && card.contains(document.activeElement)) dismiss()
  }
  close.addEventListener('click', dismiss)
  addEventListener('keydown', onKey, { signal: leave.signal })
  start.addEventListener('click', () => {
    for (const part of [text, note]) part.classList.remove('max-md:hidden')
    start.disabled = true
    note.textContent = 'Đang mở…'
    begin(card, note).catch(() => {
      start.disabled = false
      note.textContent = 'Chưa mở được. Vui lòng thử lại hoặc bấm “Đăng nhập”.'
    })
  })
  document.body.append(card)
  const { pathname } = location
  whenDisturbed(() => {
    end()
    if (location.pathname !== pathname) offerOneTap()
  }, leave.signal)
}

/** Calls `end` once the shopper opens something over the page, chooses in a list, or goes on to another page. */
function whenDisturbed(end: () => void, signal: AbortSignal): void {
  const { pathname } = location
  const look = () => {
    if (!mayStay() || location.pathname !== pathname) end()
  }
  const observer = new MutationObserver(look)
  const attributeFilter = ['open', 'data-open', 'data-consent', 'data-playing']
  observer.observe(document.documentElement, { subtree: true, childList: true, attributeFilter })
  // A popover that opens changes no attribute.
  document.addEventListener('toggle', look, { capture: true, signal })
  signal.addEventListener('abort', () => observer.disconnect())
}

function button(text: string, look: string): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = look
  made.textContent = text
  return made
}

/** Shows the prompt in a frame, and sends what it has signed to the shop. */
async function begin(card: HTMLElement, note: HTMLElement): Promise<void> {
  const { frame_url } = await asked<OneTapPrompt>(one_tap_start_path, {})
  const { origin } = new URL(frame_url)
  const frame = document.createElement('iframe')
  frame.title = 'Google'
  frame.allow = 'identity-credentials-get'
  frame.className = 'h-80 w-full rounded-2xl border-0 bg-mist'
  frame.src = frame_url
  const { promise, resolve } = Promise.withResolvers<string>()
  function onMessage({ origin: sender, source, data }: MessageEvent<unknown>) {
    // Only this very frame, at the origin that the shop has named, is believed (T8).
    if (sender !== origin || source !== frame.contentWindow) return
    const { type, credential } = (data ?? {}) as Record<string, unknown>
    if (type === 'one-tap' && typeof credential === 'string') resolve(credential)
  }
  addEventListener('message', onMessage)
  card.querySelector('button')?.replaceWith(frame)
  frame.focus()
  note.textContent = 'Chọn tài khoản để tiếp tục.'
  const credential = await promise
  removeEventListener('message', onMessage)
  note.textContent = 'Đang đăng nhập…'
  const return_to = location.pathname + location.search
  const { url } = await asked<{ url: string }>(one_tap_path, { credential, return_to })
  location.assign(url)
}

async function asked<T>(path: string, fields: Record<string, string>): Promise<T> {
  const signal = AbortSignal.timeout(limit_ms)
  const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(fields), signal })
  if (!answer.ok) throw new TypeError(`status ${answer.status}`)
  return (await answer.json()) as T
}
