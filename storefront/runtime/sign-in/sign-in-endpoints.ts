import type { z } from 'zod'
import type { Services } from '#contracts/all.ts'
import { login_service, type MemberToken } from '#contracts/storefront/login-gate.ts'
import { InvalidInput, Refusal } from '#pure/contract.ts'
import { cookieLine, expiredMember, readCookies } from '#pure/cookies.ts'
import { returnAddress } from '#pure/own-address.ts'
import {
  notSignedInUrl,
  sign_in_addresses,
  type SignInReason,
} from '#storefront/addresses/sign-in.ts'
import {
  browserKeyLine,
  browserKeyOf,
  memberLines,
  returnLine,
  signedOutLine,
  type SignInSettings,
  userLine,
} from '#storefront/runtime/sign-in/sign-in-settings.ts'
import type { Visitor } from '#storefront/runtime/sign-in/visitor.ts'
import { wantsData } from '#web/runtime/wants-data.ts'

export interface SignInOptions {
  services: Services
  public_url: string
  province_id: number
  sign_in: SignInSettings
  visitor: Visitor
  /** The address of the client. */
  ip: string
  now: Date
}

/**
 * POST /auth/login: begins a sign-in or a registration. Forms are redirected to the member site; scripts get its
 * address. `is_silent`: for the hidden frame, which comes back by a message.
 */
export async function beginSignIn(
  request: Request,
  options: SignInOptions,
  { is_silent = false } = {},
): Promise<Response> {
  const form = await request.formData().catch(() => new FormData())
  const back = backAddress(String(form.get('return_to') ?? '/'), options)
  const action = form.get('action') === 'register' ? 'register' : 'login'
  const { services, sign_in } = options
  const browser_key = browserKeyOf(readCookies(request.headers.get('cookie')), sign_in)
  try {
    const begun = await services.loginGate.redirect(null, {
      ...{ redirect_uri: back, service: login_service, action, is_silent },
      ...(browser_key === undefined ? {} : { browser_key }),
    })
    const headers = new Headers({ 'cache-control': 'no-store' })
    headers.append('set-cookie', browserKeyLine(begun.browser_key, begun.expires_in, sign_in))
    if (!is_silent) headers.append('set-cookie', returnLine(back, begun.expires_in, sign_in))
    if (wantsData(request.headers.get('accept')))
      return Response.json({ url: begun.url }, { headers })
    headers.set('location', begun.url)
    return new Response(null, { status: 303, headers })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const location = notSignedInUrl(back, 'ban')
    return wantsData(request.headers.get('accept'))
      ? Response.json({ url: location })
      : redirected(location)
  }
}

/**
 * GET /auth/callback with the answer of the member site. The startup of the session is skipped here (contract §2): the
 * browser goes on to the page where the sign-in began, which exchanges the code.
 */
export function passAnswerOn(request: Request, url: URL, options: SignInOptions): Response {
  const wanted = readCookies(request.headers.get('cookie')).get('redirectUri') ?? '/'
  const back = new URL(backAddress(wanted, options), options.public_url)
  for (const name of ['code', 'state', 'error'])
    for (const value of url.searchParams.getAll(name)) back.searchParams.append(name, value)
  return redirected(back.pathname + back.search)
}

/**
 * Any page with state and code (contract §4.1): exchanges the code, moves the guest cart to the member, and goes to the
 * same address without them.
 */
export async function finishSignIn(
  request: Request,
  url: URL,
  options: SignInOptions,
): Promise<Response> {
  const back = backAddress(url.pathname + url.search, options)
  const code = url.searchParams.get('code') ?? ''
  // Somebody who went back, or whose hidden frame found nobody signed in.
  if (code === '') return notSignedIn(back, 'chua-xong', options)
  const { services, sign_in, visitor } = options
  const sent = readCookies(request.headers.get('cookie'))
  try {
    const answer = await services.loginGate.token(null, {
      ...{ code, state: url.searchParams.get('state') ?? '', service: login_service },
      ...{ grant_type: 'authorization_code' as const },
      browser_key: browserKeyOf(sent, sign_in) ?? '',
      device: (request.headers.get('user-agent') ?? '').slice(0, 400),
      address: options.ip,
    })
    const { token, expires_in } = readMemberToken(answer, options.now)
    const caller = await services.session.identify(null, { token })
    const { name } = await services.loyalty.profile(caller, {})
    await switchUser(sent, options, caller)
    await endFormer(sent.get('member_token'), token, services)
    const lines = [...memberLines(token, expires_in, sign_in), userLine(name, sign_in)]
    return redirected(back, [...visitor.cookies, ...lines])
  } catch (error) {
    if (error instanceof InvalidInput) return notSignedIn(back, 'chua-xong', options)
    if (!(error instanceof Refusal)) throw error
    // The back button, or a second tab: this browser has signed in already.
    if (sent.has('USER') && sent.has('member_token')) return redirected(back)
    return notSignedIn(back, error.status === 503 ? 'ban' : 'chua-xong', options)
  }
}

/**
 * POST /auth/logout: ends the session on the server, here and at the member site, and obtains a new guest token. Forms
 * are redirected; scripts get the address.
 */
export async function signOut(request: Request, options: SignInOptions): Promise<Response> {
  const { services, sign_in, public_url } = options
  const token = readCookies(request.headers.get('cookie')).get('member_token')
  const form = await request.formData().catch(() => new FormData())
  const back = returnAddress(String(form.get('return_to') ?? '/'), public_url)
  const member_site_url = token === undefined ? null : await ended(token, services)
  const guest = await services.session.guestToken(null, {})
  const { cookies } = sign_in
  const answer = redirected(member_site_url ?? back, [
    ...expiredMember(cookies),
    cookieLine('token', guest.token, { max_age: guest.expires_in, http_only: true, ...cookies }),
    signedOutLine(sign_in),
  ])
  if (!wantsData(request.headers.get('accept'))) return answer
  const { headers } = answer
  const url = headers.get('location')
  headers.delete('location')
  return Response.json({ url }, { headers })
}

/** Ends the session of a token. Returns the address that ends the one of the member site. */
async function ended(token: string, services: Services): Promise<string | null> {
  try {
    const caller = await services.session.identify(null, { token: token.slice(0, 200) })
    if (caller.kind !== 'member') return null
    return (await services.session.signOut(caller, {})).member_site_url
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** A browser that signs in anew leaves no living token behind. */
async function endFormer(former: string | undefined, token: string, services: Services) {
  if (former !== undefined && former !== token) await ended(former, services)
}

/** Moves the cart of this browser's guest. A guest token that has expired by now has none to move. */
async function switchUser(
  sent: ReadonlyMap<string, string>,
  { services, province_id }: SignInOptions,
  caller: Parameters<Services['cart']['loginSwitchUser']>[0],
): Promise<void> {
  const token = sent.get('token')
  if (!token) return
  try {
    await services.cart.loginSwitchUser(caller, { token: token.slice(0, 200), province_id })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'guest_token_not_usable') throw error
  }
}

/** Reads a member token in both readings of contract §3. */
export function readMemberToken(answer: z.output<typeof MemberToken>, now: Date) {
  if ('access_token' in answer) {
    return { token: answer.access_token, expires_in: answer.expires_in }
  }
  const expires_in = answer.expiration_time - Math.floor(now.getTime() / 1_000)
  return { token: answer.token, expires_in: Math.max(0, expires_in) }
}

/** An address of this shop to go back to, without an answer of the member site, and never one of the sign-in itself. */
export function backAddress(
  wanted: string,
  { public_url }: Pick<SignInOptions, 'public_url'>,
): string {
  const url = new URL(returnAddress(wanted, public_url), public_url)
  for (const name of ['code', 'state', 'error', 'error_description', 'iss', 'session_state'])
    url.searchParams.delete(name)
  const is_ours = /^\/(auth|_data|session|api)(\/|$)/.test(url.pathname)
  const is_page = url.pathname === sign_in_addresses.signIn.path
  return is_ours || is_page ? '/' : url.pathname + url.search
}

function notSignedIn(back: string, reason: SignInReason, { visitor }: SignInOptions): Response {
  return redirected(notSignedInUrl(back, reason), visitor.cookies)
}

function redirected(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
