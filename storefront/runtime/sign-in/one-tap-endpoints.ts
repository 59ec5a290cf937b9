import { login_service } from '#contracts/storefront/login-gate.ts'
import { InvalidInput, Refusal } from '#pure/contract.ts'
import { readCookies } from '#pure/cookies.ts'
import { notSignedInUrl } from '#storefront/addresses/sign-in.ts'
import { backAddress, type SignInOptions } from '#storefront/runtime/sign-in/sign-in-endpoints.ts'
import {
  browserKeyLine,
  browserKeyOf,
  returnLine,
} from '#storefront/runtime/sign-in/sign-in-settings.ts'

/** What a page needs to show the prompt. */
export interface OneTapPrompt {
  /** The page of the prompt, for a frame. Only its origin and this frame are believed. */
  frame_url: string
}

const no_store = { 'cache-control': 'no-store' }

/** POST /auth/one-tap/bat-dau: begins a one-tap prompt for this browser. */
export async function startOneTap(request: Request, options: SignInOptions): Promise<Response> {
  const { services, sign_in } = options
  const browser_key = browserKeyOf(readCookies(request.headers.get('cookie')), sign_in)
  try {
    const begun = await services.loginGate.oneTapStart(null, {
      service: login_service,
      ...(browser_key === undefined ? {} : { browser_key }),
    })
    const headers = new Headers(no_store)
    headers.append('set-cookie', browserKeyLine(begun.browser_key, begun.expires_in, sign_in))
    return Response.json({ frame_url: begun.frame_url } satisfies OneTapPrompt, { headers })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return new Response(null, { status: error.status, headers: no_store })
  }
}

/** POST /auth/one-tap: takes what the prompt has signed. Answers where the browser goes now. */
export async function takeOneTap(request: Request, options: SignInOptions): Promise<Response> {
  const { services, sign_in } = options
  const form = await request.formData().catch(() => new FormData())
  const back = backAddress(String(form.get('return_to') ?? '/'), options)
  const browser_key = browserKeyOf(readCookies(request.headers.get('cookie')), sign_in)
  try {
    const begun = await services.loginGate.oneTapRedirect(null, {
      ...{ redirect_uri: back, service: login_service, action: 'login' },
      credential: String(form.get('credential') ?? ''),
      ...(browser_key === undefined ? {} : { browser_key }),
    })
    const headers = new Headers(no_store)
    headers.append('set-cookie', browserKeyLine(begun.browser_key, begun.expires_in, sign_in))
    headers.append('set-cookie', returnLine(back, begun.expires_in, sign_in))
    return Response.json({ url: begun.url }, { headers })
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidInput)) throw error
    const is_busy = error instanceof Refusal && error.status !== 409
    const url = notSignedInUrl(back, is_busy ? 'ban' : 'chua-xong')
    return Response.json({ url }, { headers: no_store })
  }
}

/**
 * GET /auth/one-tap/nhan: the member site asks whether a ticket is of this browser (decision 207). The cookie of the
 * shop says so, and the sign-in goes on there.
 */
export async function claimOneTap(
  request: Request,
  url: URL,
  options: SignInOptions,
): Promise<Response> {
  const { services, sign_in } = options
  const browser_key = browserKeyOf(readCookies(request.headers.get('cookie')), sign_in) ?? ''
  let location: string
  try {
    const claimed = await services.loginGate.claimOneTap(null, {
      ticket: url.searchParams.get('ve') ?? '',
      member_mark: url.searchParams.get('ma') ?? '',
      browser_key,
    })
    location = claimed.url
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidInput)) throw error
    const is_busy = error instanceof Refusal && error.status !== 409
    location = notSignedInUrl('/', is_busy ? 'ban' : 'chua-xong')
  }
  return new Response(null, { status: 303, headers: { ...no_store, location } })
}
