import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { memberSecurity as contract } from '#contracts/member-site/security.ts'
import { confirmUrl, ownNext, paths, withNext } from '#member-site/addresses/paths.ts'
import { deviceName } from '#member-site/pages/device-name.ts'
import { memberPage, type Outcome } from '#member-site/pages/document.tsx'
import { PasskeysPage } from '#member-site/pages/passkey-pages.tsx'
import { problemText, unclear, waitText } from '#member-site/pages/problems.ts'
import { signInPage } from '#member-site/pages/sign-in-routes.tsx'
import { signedIn } from '#member-site/pages/signed-in.ts'
import { placeOf, servicesOf } from '#member-site/runtime/device.ts'
import {
  type Fields,
  fieldsOf,
  memberOf,
  queryOf,
  type Routes,
  sendHtml,
  settled,
  type Site,
} from '#member-site/runtime/site.ts'
import { Refusal } from '#pure/contract.ts'
import { ownValue } from '#web/runtime/read-form.ts'

/** How long the browser keeps the token of a sign-in by passkey. */
const attempt_life_s = 300

/** Sign-in by passkey, the list of passkeys, and the challenges that they sign (decision 188). */
export const passkeyRoutes: Routes = (fastify, site) => {
  fastify.post(paths.sign_in_challenge, async (request, reply) => {
    const attempt = attemptOf(site, request)
    const { security } = servicesOf(site, request)
    const asked = await settled(security.signInChallenge(null, { attempt }))
    if (asked instanceof Refusal) return refused(reply, asked)
    void reply.header('set-cookie', site.attempt.line(asked.attempt, attempt_life_s))
    return reply.send({ options: asked.options })
  })
  fastify.post(paths.sign_in_passkey, (request, reply) => signIn(site, request, reply))
  fastify.post(paths.passkey_challenge, async (request, reply) => {
    const token = site.session.read(request.headers.cookie) ?? ''
    const { purpose } = fieldsOf(request)
    const input = contract.passkeyChallenge.input.safeParse({ token, purpose })
    if (!input.success) return reply.code(422).send({ problem: unclear.problem })
    const { security } = servicesOf(site, request)
    const asked = await settled(security.passkeyChallenge(null, input.data))
    return asked instanceof Refusal ? refused(reply, asked) : reply.send(asked)
  })
  fastify.get(paths.passkeys, (request, reply) => {
    const done = queryOf(request, 'xong')
    return show(site, request, reply, { notice: ownValue(notices, done ?? '') ?? null })
  })
  fastify.post(paths.passkeys, (request, reply) => change(site, request, reply))
}

function refused(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply.code(refusal.status).send({ problem: problemText(refusal) })
}

function attemptOf({ attempt }: Site, { headers }: FastifyRequest): string {
  const token = attempt.read(headers.cookie) ?? ''
  return /^a_[\w-]{43}$/.test(token) ? token : ''
}

async function signIn(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const { passkey = '', next: asked_next } = fieldsOf(request)
  const next = ownNext(asked_next, site.member_url)
  const show = (problem: string, status: number) =>
    sendHtml(reply, signInPage(site, { phone: '', next }, problem), status)
  const login = { ip: request.ip, account: `passkey ${shortHash(passkey)}` }
  const wait_s = await site.limits.wait(login)
  if (wait_s !== null) return show(waitText(wait_s), 429)
  const input = { attempt: attemptOf(site, request), passkey: passkey.slice(0, 20_000) }
  const begun = await settled(
    site.security.signInByPasskey(null, { ...input, from: placeOf(site, request) }),
  )
  if (begun instanceof Refusal) {
    const beyond_s = await site.limits.count(login, false)
    if (beyond_s !== null) return show(waitText(beyond_s), 429)
    return show(problemText(begun), begun.status)
  }
  await site.limits.count(login, true)
  return signedIn(site, request, reply, { ...begun, to: next })
}

type Act = (site: Site, token: string, fields: Fields) => Promise<unknown>

const acts: Readonly<Record<string, Act>> = {
  add: ({ security }, token, { name, passkey = '' }) => {
    const input = contract.addPasskey.input.safeParse({ token, name: name || 'Passkey', passkey })
    if (!input.success) throw contract.addPasskey.refuse('wrong_passkey')
    return security.addPasskey(null, input.data)
  },
  rename: async ({ security }, token, fields) => {
    const wanted = { token, passkey_id: idOf(fields), name: fields['name'] }
    const input = contract.renamePasskey.input.safeParse(wanted)
    // Without a name it keeps the one that it has.
    return input.success ? security.renamePasskey(null, input.data) : {}
  },
  remove: ({ security }, token, fields) =>
    security.removePasskey(null, { token, passkey_id: idOf(fields) }),
}

const notices: Readonly<Record<string, string>> = {
  add: 'Đã thêm passkey. Nếu danh sách dưới đây không ghi giờ bắt đầu, lần sau bạn đăng nhập được bằng passkey này.',
  rename: 'Đã đổi tên.',
  remove: 'Đã xóa passkey. Bạn có thể xóa cả trong trình quản lý mật khẩu của máy.',
}

async function change(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const fields = fieldsOf(request)
  const token = site.session.read(request.headers.cookie)
  const { intent = '' } = fields
  const act = ownValue(acts, intent)
  if (token === null) return reply.redirect(paths.passkeys, 303)
  if (act === undefined) return show(site, request, reply, unclear)
  const done = await settled(Promise.resolve().then(() => act(site, token, fields)))
  if (!(done instanceof Refusal)) return reply.redirect(`${paths.passkeys}?xong=${intent}`, 303)
  if (done.code === 'confirm_needed') return reply.redirect(confirmUrl(paths.passkeys), 303)
  return show(site, request, reply, { problem: problemText(done), status: done.status })
}

async function show(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, ...outcome }: Outcome,
) {
  const member = await memberOf(site, request)
  if (member === null) return reply.redirect(withNext(paths.sign_in, paths.passkeys), 303)
  const { token, is_confirmed } = member
  const passkeys = await site.security.passkeys(null, { token })
  const { device } = placeOf(site, request)
  const html = memberPage(site, {
    ...{ title: 'Passkey', is_wide: true, scripts: ['passkey'], ...outcome },
    children: <PasskeysPage {...{ passkeys, is_confirmed }} device={deviceName(device)} />,
  })
  return sendHtml(reply, html, status)
}

function idOf({ passkey_id = '' }: Fields): number {
  // No passkey has this number: the answer is that of a foreign one.
  return Number(/^\d{1,15}$/.exec(passkey_id)?.[0] ?? 0) || 999_999_999_999_999
}

// Limits count by passkey. Its id stays out of the store of the limits.
function shortHash(passkey: string): string {
  const [, id = ''] = /"id":"([\w-]{1,2000})"/.exec(passkey) ?? []
  return createHash('sha256').update(id).digest('base64url').slice(0, 22)
}
