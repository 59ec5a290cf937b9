import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityProvider } from '#contracts/member-site/identities.ts'
import {
  confirmUrl,
  ownNext,
  paths,
  provider_paths,
  withNext,
} from '#member-site/addresses/paths.ts'
import { memberPage, type Outcome } from '#member-site/pages/document.tsx'
import {
  IdentitiesPage,
  IdentityCodeForm,
  IdentityPhoneForm,
} from '#member-site/pages/identities/identity-pages.tsx'
import { promptPage } from '#member-site/pages/identities/prompt-page.tsx'
import { allowPrompt } from '#member-site/pages/identities/one-tap-frame.ts'
import { provider_names } from '#member-site/pages/identities/provider-buttons.tsx'
import { captchaOf, problemText } from '#member-site/pages/problems.ts'
import { signInPage } from '#member-site/pages/sign-in-routes.tsx'
import { signedIn } from '#member-site/pages/signed-in.ts'
import { askedOf, digitsOf, keepAsked } from '#member-site/runtime/asked-code.ts'
import { askerOf, placeOf, servicesOf } from '#member-site/runtime/device.ts'
import {
  fieldsOf,
  memberOf,
  queryOf,
  type Routes,
  sendHtml,
  settled,
  type Site,
  solvedOf,
} from '#member-site/runtime/site.ts'
import { Refusal } from '#pure/contract.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** How long a browser keeps its key: as long as a sign-in may take, with the proof of the phone. */
const key_life_s = 2_400

/** Sign-in by Google and Zalo, the first time with a phone; and the list of what is linked (decision 198). */
export const identityRoutes: Routes = (fastify, site) => {
  for (const provider of ['google', 'zalo'] as const) {
    const { begin, back } = provider_paths[provider]
    fastify.post(begin, (request, reply) => beginAtProvider(site, provider, request, reply))
    fastify.get(back, (request, reply) => comeBack(site, provider, request, reply))
  }
  fastify.get(paths.one_tap, async (request, reply) => sendToShop(site, request, reply))
  if (site.google_client_id !== null) serveGooglePrompt(fastify, site, site.google_client_id)
  fastify.get(paths.one_tap_claimed, (request, reply) => comeFromOneTap(site, request, reply))
  fastify.get(paths.identity_phone, (request, reply) => showPhone(site, request, reply))
  fastify.post(paths.identity_phone, (request, reply) => sendCode(site, request, reply))
  fastify.get(paths.identity_code, async (request, reply) => showCode(site, request, reply))
  fastify.post(paths.identity_code, (request, reply) => enterCode(site, request, reply))
  fastify.get(paths.identities, (request, reply) => {
    const notice = noticeOf(queryOf(request, 'xong'), queryOf(request, 'tu'))
    return showIdentities(site, request, reply, { notice })
  })
  fastify.post(paths.identities, (request, reply) => unlink(site, request, reply))
}

/** Google's one-tap prompt, for a frame of the shop: its script is loaded on this page alone. */
function serveGooglePrompt(fastify: FastifyInstance, site: Site, client_id: string): void {
  fastify.get(paths.one_tap_frame, { onSend: allowPrompt(site, true) }, (request, reply) => {
    const html = promptPage(site, {
      title: 'Đăng nhập bằng Google',
      data: { 'data-client-id': client_id, 'data-nonce': queryOf(request, 'nonce') ?? '' },
      children: <p className="text-muted">Chọn tài khoản trong hộp của Google.</p>,
    })
    return sendHtml(reply, html)
  })
}

/** The key of this browser; empty: it has none yet. */
function browserOf({ identity }: Site, { headers }: FastifyRequest): string {
  const key = identity.read(headers.cookie) ?? ''
  return /^[\w-]{43}$/.test(key) ? key : ''
}

async function beginAtProvider(
  site: Site,
  provider: IdentityProvider,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const fields = fieldsOf(request)
  const next = ownNext(fields['next'], site.member_url)
  const is_link = fields['intent'] === 'link'
  const token = is_link ? (site.session.read(request.headers.cookie) ?? '') : ''
  if (is_link && token === '') return reply.redirect(paths.sign_in, 303)
  const { identities } = servicesOf(site, request)
  const browser = browserOf(site, request)
  const asked = { provider, next, browser, token: token.slice(0, 200) }
  const begun = await settled(identities.beginAtProvider(null, asked))
  if (begun instanceof Refusal) return refused(site, request, reply, begun, next)
  return reply
    .header('set-cookie', site.identity.line(begun.browser, key_life_s))
    .redirect(begun.url, 303)
}

/** The browser comes back from a provider with a code, or because somebody said no there. */
async function comeBack(
  site: Site,
  provider: IdentityProvider,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const code = queryOf(request, 'code') ?? ''
  if (code === '') {
    const problem = `Bạn chưa đồng ý đăng nhập bằng ${provider_names[provider]}.`
    return sendHtml(reply, signInPage(site, { phone: '', next: paths.account }, problem))
  }
  const { identities } = servicesOf(site, request)
  const came = await settled(
    identities.comeFromProvider(null, {
      ...{ provider, browser: browserOf(site, request), code: code.slice(0, 2_000) },
      state: (queryOf(request, 'state') ?? '').slice(0, 200),
      token: (site.session.read(request.headers.cookie) ?? '').slice(0, 200),
      from: placeOf(site, request),
    }),
  )
  return goOn(site, request, reply, came)
}

type Came = Awaited<ReturnType<Site['identities']['comeFromProvider']>>

function goOn(site: Site, request: FastifyRequest, reply: FastifyReply, came: Came | Refusal) {
  if (came instanceof Refusal) return refused(site, request, reply, came, paths.account)
  if (came.outcome === 'phone_needed') return reply.redirect(paths.identity_phone, 303)
  if (came.outcome === 'linked') {
    const done = new URLSearchParams({ xong: 'linked' })
    if (came.counts_from !== null) done.set('tu', came.counts_from)
    return reply.redirect(`${paths.identities}?${String(done)}`, 303)
  }
  return signedIn(site, request, reply, { ...came, to: came.next })
}

/**
 * A one-tap sign-in begins here with a ticket that anybody could have sent. The shop must say that this browser is the
 * one that has the prompt: it goes there with the hash of a key that only this browser has.
 */
function sendToShop(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const browser = browserOf(site, request) || newKey()
  const mark = createHash('sha256').update(browser).digest('base64url')
  const asked = new URLSearchParams({ ve: (queryOf(request, 've') ?? '').slice(0, 100), ma: mark })
  return reply
    .header('set-cookie', site.identity.line(browser, key_life_s))
    .redirect(`${site.public_url}/auth/one-tap/nhan?${String(asked)}`, 303)
}

function newKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}

async function comeFromOneTap(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const { identities } = servicesOf(site, request)
  const ticket = (queryOf(request, 've') ?? '').slice(0, 100)
  const from = placeOf(site, request)
  const browser = browserOf(site, request)
  const came = await settled(identities.comeFromOneTap(null, { browser, ticket, from }))
  return goOn(site, request, reply, came)
}

/** Whoever links an account sees the list again, everybody else the sign-in. */
async function refused(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  next: string,
) {
  if (refusal.code === 'confirm_needed') return reply.redirect(confirmUrl(paths.identities), 303)
  const problem = problemText(refusal)
  if ((await memberOf(site, request)) !== null) {
    return showIdentities(site, request, reply, { problem, status: refusal.status })
  }
  return sendHtml(reply, signInPage(site, { phone: '', next }, problem), refusal.status)
}

interface Typed {
  phone?: string
  captcha?: NonNullable<ReturnType<typeof captchaOf>>
}

async function showPhone(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, phone = '', captcha, ...outcome }: Outcome & Typed = {},
) {
  const pending = await site.identities.pendingIdentity(null, { browser: browserOf(site, request) })
  if (pending === null) return reply.redirect(paths.sign_in, 303)
  const offer = captcha === undefined ? {} : { captcha }
  const html = memberPage(site, {
    ...{ title: 'Xác minh số điện thoại', ...outcome },
    scripts: captcha === undefined ? [] : ['captcha'],
    children: <IdentityPhoneForm {...{ pending, phone, ...offer }} />,
  })
  return sendHtml(reply, html, status)
}

async function sendCode(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const fields = fieldsOf(request)
  const { phone = '' } = fields
  const browser = browserOf(site, request)
  const asked = {
    browser,
    phone: phone.slice(0, 40),
    ...askerOf(site, request),
    ...solvedOf(fields),
  }
  const sent = await settled(servicesOf(site, request).identities.sendPhoneCode(null, asked))
  if (sent instanceof Refusal) {
    const offer = captchaOf(sent)
    const shown = { phone, status: sent.status, problem: problemText(sent) }
    return showPhone(site, request, reply, { ...shown, ...(offer && { captcha: offer }) })
  }
  keepAsked(site, reply, { ...sent, phone })
  return reply.redirect(paths.identity_code, 303)
}

function showCode(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, ...outcome }: Outcome = {},
) {
  const asked = askedOf(site, request)
  if (asked === null) return reply.redirect(paths.identity_phone, 303)
  const { phone, wait_s, by } = asked
  const children = <IdentityCodeForm {...{ phone, wait_s, by }} />
  return sendHtml(reply, memberPage(site, { title: 'Nhập mã', ...outcome, children }), status)
}

async function enterCode(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const { otp_token = '' } = askedOf(site, request) ?? {}
  const { identities } = servicesOf(site, request)
  const proven = await settled(
    identities.provePhone(null, {
      ...{ browser: browserOf(site, request), otp_token, from: placeOf(site, request) },
      code: digitsOf(fieldsOf(request)['code'] ?? ''),
    }),
  )
  if (proven instanceof Refusal) {
    const outcome = { problem: problemText(proven), status: proven.status }
    if (proven.code.startsWith('otp_')) return showCode(site, request, reply, outcome)
    return refused(site, request, reply, proven, paths.account)
  }
  const { is_new, next } = proven
  const to = is_new ? withNext(paths.welcome, next) : next
  return signedIn(site, request, reply, { ...proven, to })
}

async function unlink(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const token = site.session.read(request.headers.cookie)
  if (token === null) return reply.redirect(paths.sign_in, 303)
  const identity_id = Number(/^\d{1,15}$/.exec(fieldsOf(request)['identity_id'] ?? '')?.[0] ?? 0)
  const asked = { token: token.slice(0, 200), identity_id }
  const done = await settled(site.identities.unlinkIdentity(null, asked))
  if (done instanceof Refusal) return refused(site, request, reply, done, paths.identities)
  return reply.redirect(`${paths.identities}?xong=unlinked`, 303)
}

async function showIdentities(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, ...outcome }: Outcome,
) {
  const member = await memberOf(site, request)
  if (member === null) return reply.redirect(withNext(paths.sign_in, paths.identities), 303)
  const { token, is_confirmed } = member
  const identities = await site.identities.identities(null, { token })
  const html = memberPage(site, {
    ...{ title: 'Liên kết Google và Zalo', is_wide: true, ...outcome },
    children: <IdentitiesPage {...{ identities, is_confirmed, ways: site.ways }} />,
  })
  return sendHtml(reply, html, status)
}

function noticeOf(done: string | null, from: string | null): string | null {
  if (done === 'unlinked') return 'Đã hủy liên kết.'
  if (done !== 'linked') return null
  const at = new Date(from ?? '')
  return Number.isNaN(at.getTime())
    ? 'Đã liên kết. Từ nay bạn đăng nhập được bằng tài khoản này.'
    : `Đã liên kết. Vì thiết bị này mới, tài khoản dùng để đăng nhập được từ ${formatDateTime(at)}.`
}
