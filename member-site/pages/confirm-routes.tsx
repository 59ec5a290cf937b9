import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownNext, paths, withNext } from '#member-site/addresses/paths.ts'
import { memberPage, type Outcome } from '#member-site/pages/document.tsx'
import { ConfirmCodePage, ConfirmPage } from '#member-site/pages/confirm-pages.tsx'
import { captchaOf, problemText, waitText } from '#member-site/pages/problems.ts'
import { askedOf, digitsOf, keepAsked } from '#member-site/runtime/asked-code.ts'
import { askerOf, servicesOf } from '#member-site/runtime/device.ts'
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

/** The page where a member shows once more who they are: by passkey, password or code (decision 188). */
export const confirmRoutes: Routes = (fastify, site) => {
  for (const url of [paths.confirm, paths.confirm_code]) {
    fastify.get(url, async (request, reply) => {
      const next = ownNext(queryOf(request, 'next'), site.member_url)
      const member = await memberOf(site, request)
      if (member === null) return reply.redirect(withNext(paths.sign_in, next), 303)
      if (member.is_confirmed) return reply.redirect(next, 303)
      const shown = { member, next }
      return url === paths.confirm
        ? show(site, reply, shown)
        : showCode(site, { request, reply }, shown)
    })
  }
  fastify.post(paths.confirm, (request, reply) => confirm(site, request, reply))
  fastify.post(paths.confirm_code, (request, reply) => enterCode(site, request, reply))
}

type Member = NonNullable<Awaited<ReturnType<typeof memberOf>>>

interface Shown extends Outcome {
  member: Member
  next: string
  refusal?: Refusal
  /** Whether a code by e-mail was asked for. */
  asks_email?: boolean
}

async function show(site: Site, reply: FastifyReply, shown: Shown) {
  const { member, next, refusal, asks_email = false, ...outcome } = shown
  const { token, phone } = member
  const captcha = refusal && captchaOf(refusal)
  const problem = refusal === undefined ? outcome.problem : problemText(refusal)
  const ways = await site.security.confirmWays(null, { token })
  const html = memberPage(site, {
    title: 'Xác nhận đây là bạn',
    ...(problem === undefined ? {} : { problem }),
    scripts: [
      ...(captcha ? (['captcha'] as const) : []),
      ...(ways.passkey ? (['passkey'] as const) : []),
    ],
    children: (
      <ConfirmPage
        phone={readable(phone)}
        {...{ next, ways, asks_email, ...(captcha && { captcha }) }}
      />
    ),
  })
  return sendHtml(reply, html, refusal?.status ?? outcome.status)
}

function showCode(
  site: Site,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { member, next, status, ...outcome }: Shown,
) {
  const asked = askedOf(site, request)
  const by = asked?.by ?? 'sms'
  const to = asked !== null && by === 'email' ? asked.phone : readable(member.phone)
  const html = memberPage(site, {
    ...{ title: 'Nhập mã', ...outcome },
    children: <ConfirmCodePage {...{ to, next, by }} />,
  })
  return sendHtml(reply, html, status)
}

async function confirm(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const fields = fieldsOf(request)
  const next = ownNext(fields['next'], site.member_url)
  const member = await memberOf(site, request)
  if (member === null) return reply.redirect(withNext(paths.sign_in, next), 303)
  const { token } = member
  const { intent } = fields
  if (intent === 'send' || intent === 'send_email') {
    const { phone, email } = member
    const asking = { token, phone, ...askerOf(site, request), ...solvedOf(fields) }
    const { account, security } = servicesOf(site, request)
    const ways = await site.security.confirmWays(null, { token })
    // The page does not offer it on a device that is new today.
    if (intent === 'send' && !ways.phone) return show(site, reply, { member, next })
    const sent = await settled(
      intent === 'send'
        ? account.sendOwnCode(null, { ...asking, purpose: 'confirm' })
        : security.sendEmailCode(null, { ...asking, email: email ?? '', purpose: 'email_confirm' }),
    )
    if (sent instanceof Refusal) {
      const asks_email = intent === 'send_email'
      return show(site, reply, { member, next, refusal: sent, asks_email })
    }
    keepAsked(site, reply, {
      ...sent,
      phone: intent === 'send' ? member.phone : (ways.email ?? ''),
    })
    return reply.redirect(withNext(paths.confirm_code, next), 303)
  }
  // The limits of sign-in: whoever has a stolen session must not guess the password here.
  const login = { ip: request.ip, account: digitsOf(member.phone).slice(-9) }
  const wait = (seconds: number) =>
    show(site, reply, { member, next, problem: waitText(seconds), status: 429 })
  const wait_s = await site.limits.wait(login)
  if (wait_s !== null) return wait(wait_s)
  const { password = '', passkey = '' } = fields
  const done = await settled<object>(
    intent === 'passkey'
      ? site.security.confirmByPasskey(null, { token, passkey: passkey.slice(0, 20_000) })
      : site.security.confirmByPassword(null, { token, password: password.slice(0, 400) }),
  )
  if (!(done instanceof Refusal)) {
    await site.limits.count(login, true)
    return reply.redirect(next, 303)
  }
  const beyond_s = done.status === 401 ? await site.limits.count(login, false) : null
  if (beyond_s !== null) return wait(beyond_s)
  const problem = done.code === 'wrong_login' ? 'Mật khẩu không đúng.' : problemText(done)
  return show(site, reply, { member, next, problem, status: done.status })
}

async function enterCode(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const { next: asked_next, code = '' } = fieldsOf(request)
  const next = ownNext(asked_next, site.member_url)
  const member = await memberOf(site, request)
  if (member === null) return reply.redirect(withNext(paths.sign_in, next), 303)
  const { otp_token = '', by = 'sms' } = askedOf(site, request) ?? {}
  const entered = { token: member.token, otp_token, code: digitsOf(code) }
  const { security } = servicesOf(site, request)
  const done = await settled(
    by === 'email' ? security.confirmByEmail(null, entered) : security.confirmByCode(null, entered),
  )
  if (!(done instanceof Refusal)) {
    return reply.header('set-cookie', site.asked.expired).redirect(next, 303)
  }
  const problem = problemText(done).replace('“Gửi lại mã”', '“Chọn cách khác”')
  return showCode(site, { request, reply }, { member, next, problem, status: done.status })
}

function readable(phone: string): string {
  return phone.replace(/^\+84/, '0')
}
