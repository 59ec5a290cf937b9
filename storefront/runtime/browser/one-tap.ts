import { one_tap_path, one_tap_start_path } from '#storefront/addresses/sign-in-paths.ts'
import type { OneTapPrompt } from '#storefront/runtime/sign-in/one-tap-endpoints.ts'
import { isFormPage } from '#storefront/runtime/browser/form-pages.ts'
import { buttonClass } from '#web/ui/button.ts'

/** When the prompt was closed (milliseconds since 1970). */
const closed_key = 'one-tap-closed'
const rest_ms = 86_400_000
/** contract §9. */
const limit_ms = 10_000

/** Whether the prompt may come: not where it would cover a form of the checkout, and not a day after it was closed. */
function mayShow(): boolean {
  if (isFormPage() || document.querySelector('dialog[open], #one-tap') !== null) return false
  // Whoever has not answered about consent is asked one thing at a time.
  if (document.documentElement.dataset['consent'] === undefined) return false
  return Date.now() - Number(localStorage.getItem(closed_key) ?? 0) > rest_ms
}

/**
 * Offers to sign in by Google (contract §2, §4.4): a small card of our own that lies over the page and moves nothing.
 * Nothing of Google is loaded before its button is pressed: the press is the consent (decision 207).
 */
export function offerOneTap(): void {
  if (!mayShow()) return
  const card = document.createElement('section')
  card.id = 'one-tap'
  card.setAttribute('aria-label', 'Đăng nhập nhanh bằng Google')
  // Measured in the size of the text, so that it stays above a product's buy bar when both grow.
  card.className =
    'fixed inset-x-3 bottom-[calc(6.25rem+env(safe-area-inset-bottom))] z-40 mx-auto grid max-h-[calc(100dvh-7.25rem)] overflow-y-auto max-w-96 gap-3 rounded-3xl bg-white p-4 shadow-card sm:inset-x-auto sm:right-5 sm:bottom-auto sm:top-36 sm:w-96'
  const text = document.createElement('p')
  text.className = 'pr-10 leading-snug font-semibold'
  text.textContent = 'Đăng nhập nhanh để xem giá Smember và theo dõi đơn hàng'
  const start = button('Tiếp tục với Google', buttonClass('primary', 'w-full'))
  const close = button('×', 'absolute top-2 right-2 size-11 text-3xl leading-none text-muted')
  close.setAttribute('aria-label', 'Đóng')
  const note = document.createElement('p')
  note.className = 'text-sm text-muted'
  note.setAttribute('role', 'status')
  note.textContent = 'Chỉ khi bạn bấm, trang mới tải nội dung của Google.'
  card.append(text, start, note, close)
  const end = () => {
    card.remove()
    removeEventListener('keydown', onKey)
  }
  const dismiss = () => {
    localStorage.setItem(closed_key, String(Date.now()))
    end()
  }
  function onKey({ key }: KeyboardEvent) {
    if (key === 'Escape' && card.contains(document.activeElement)) dismiss()
  }
  close.addEventListener('click', dismiss)
  addEventListener('keydown', onKey)
  start.addEventListener('click', () => {
    start.disabled = true
    note.textContent = 'Đang mở…'
    begin(card, note).catch(() => {
      start.disabled = false
      note.textContent = 'Chưa mở được. Vui lòng thử lại hoặc bấm “Đăng nhập”.'
    })
  })
  document.body.append(card)
  leaveWithPage(end)
}

/** Takes the card away when the tab goes on to a form. Browsers without the Navigation API keep it. */
function leaveWithPage(end: () => void): void {
  const { navigation } = globalThis as { navigation?: EventTarget }
  navigation?.addEventListener('navigatesuccess', () => {
    if (isFormPage()) end()
  })
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
