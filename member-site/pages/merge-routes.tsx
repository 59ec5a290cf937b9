import type { FastifyReply } from 'fastify'
import type { ReactElement } from 'react'
import { confirmUrl, paths, withNext } from '#member-site/addresses/paths.ts'
import { memberPage } from '#member-site/pages/document.tsx'
import { askerOf, servicesOf } from '#member-site/runtime/device.ts'
import {
  MergedPage,
  MergePreviewPage,
  OtherCodePage,
  OtherPhonePage,
  WaitingMergePage,
} from '#member-site/pages/merge-pages.tsx'
import { captchaOf, problemText, unclear, waitText } from '#member-site/pages/problems.ts'
import { askedOf, digitsOf, keepAsked } from '#member-site/runtime/asked-code.ts'
import {
  type Fields,
  fieldsOf,
  type MemberExchange,
  memberOf,
  queryOf,
  type Routes,
  sendHtml,
  settled,
  solvedOf,
} from '#member-site/runtime/site.ts'
import { Refusal } from '#pure/contract.ts'
import { ownValue } from '#web/runtime/read-form.ts'

/** Two accounts of one person become one: prove the other one, look, merge (decision 197). */
export const mergeRoutes: Routes = (fastify, site) => {
  fastify.route({
    method: ['GET', 'POST'],
    url: paths.merge,
    handler: async (request, reply) => {
      const member = await memberOf(site, request)
      if (member === null) return reply.redirect(withNext(paths.sign_in, paths.merge), 303)
      const exchange = { site, request, reply, member }
      if (request.method === 'GET') return show(exchange, queryOf(request, 'buoc'))
      const fields = fieldsOf(request)
      const act = ownValue(acts, fields['intent'] ?? '')
      return act === undefined ? show(exchange, null, unclear) : act(exchange, fields)
    },
  })
}

type Act = (exchange: MemberExchange, fields: Fields) => Promise<FastifyReply>

const acts: Readonly<Record<string, Act>> = {
  phone: async (exchange, fields) => {
    const { phone = '' } = fields
    const { site, request, reply, member } = exchange
    const { security } = servicesOf(site, request)
    const asked = { token: member.token, phone: phone.slice(0, 40), ...askerOf(site, request) }
    const sent = await settled(security.sendOtherPhoneCode(null, { ...asked, ...solvedOf(fields) }))
    if (sent instanceof Refusal) return refused(exchange, sent, null, phone)
    keepAsked(site, reply, { ...sent, phone })
    return reply.redirect(`${paths.merge}?buoc=ma`, 303)
  },
  code: async (exchange, { code = '' }) => {
    const { site, request, reply, member } = exchange
    const { otp_token = '' } = askedOf(site, request) ?? {}
    const { security } = servicesOf(site, request)
    const entered = { token: member.token, otp_token, code: digitsOf(code) }
    const proven = await settled(security.proveOtherAccount(null, entered))
    if (proven instanceof Refusal) {
      return refused(exchange, proven, proven.code.startsWith('otp_') ? 'ma' : null)
    }
    return reply.header('set-cookie', site.asked.expired).redirect(`${paths.merge}?buoc=xem`, 303)
  },
  merge: async (exchange, { password = '' }) => {
    const { site, request, reply, member } = exchange
    const proven = await site.security.mergePreview(null, { token: member.token })
    const login = { ip: request.ip, account: digitsOf(proven?.phone ?? '').slice(-9) }
    const wait_s = await site.limits.wait(login)
    if (wait_s !== null) return show(exchange, 'xem', { problem: waitText(wait_s), status: 429 })
    const given = { token: member.token, password: password.slice(0, 400) }
    const moved = await settled(site.security.mergeAccounts(null, given))
    if (moved instanceof Refusal) {
      if (moved.code === 'wrong_login') await site.limits.count(login, false)
      return refused(exchange, moved, moved.code === 'wrong_login' ? 'xem' : null)
    }
    if (moved.moved === null) return reply.redirect(paths.merge, 303)
    const { public_url } = site
    const children = <MergedPage {...{ public_url, moved: moved.moved }} />
    return sendHtml(reply, memberPage(site, { title: 'Đã gộp tài khoản', children }))
  },
  cancel: async ({ site, reply, member }) => {
    await site.security.cancelMerge(null, { token: member.token })
    return reply.redirect(`${paths.account}?xong=apart`, 303)
  },
}

async function refused(
  exchange: MemberExchange,
  refusal: Refusal,
  step: string | null,
  typed = '',
) {
  if (refusal.code === 'confirm_needed')
    return exchange.reply.redirect(confirmUrl(paths.merge), 303)
  const captcha = captchaOf(refusal)
  const problem =
    refusal.code === 'wrong_login'
      ? 'Mật khẩu của tài khoản kia không đúng.'
      : problemText(refusal).replace('“Gửi lại mã”', '“Nhập số khác”')
  return show(exchange, step, {
    problem,
    status: refusal.status,
    typed,
    ...(captcha && { captcha }),
  })
}

interface Shown {
  problem?: string
  status?: number
  typed?: string
  captcha?: NonNullable<ReturnType<typeof captchaOf>>
}

async function show(exchange: MemberExchange, step: string | null, shown: Shown = {}) {
  const { site, request, reply, member } = exchange
  const { status, typed = '', captcha, ...outcome } = shown
  const phone = national(member.phone)
  const asked = step === 'ma' ? askedOf(site, request) : null
  const proven =
    step === 'xem' ? await site.security.mergePreview(null, { token: member.token }) : null
  const waiting =
    step === null && shown.problem === undefined
      ? await site.security.waitingMerge(null, { token: member.token })
      : null
  let children: ReactElement
  if (waiting !== null) children = <WaitingMergePage {...waiting} />
  else if (asked !== null) children = <OtherCodePage phone={asked.phone} />
  else if (proven !== null) {
    children = <MergePreviewPage {...proven} phone={phone} other_phone={national(proven.phone)} />
  } else {
    const offer = captcha === undefined ? {} : { captcha }
    const { is_confirmed } = member
    children = <OtherPhonePage {...{ phone, typed, is_confirmed, ...offer }} />
  }
  const scripts = captcha === undefined ? [] : (['captcha'] as const)
  const page = { title: 'Gộp tài khoản', scripts, ...outcome, children }
  return sendHtml(reply, memberPage(site, page), status)
}

function national(phone: string): string {
  return phone.replace(/^\+84/, '0')
}
