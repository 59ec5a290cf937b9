import type { FastifyReply } from 'fastify'
import type { ReactElement } from 'react'
import { confirmUrl, paths, withNext } from '#member-site/addresses/paths.ts'
import { memberPage } from '#member-site/pages/document.tsx'
import { askerOf, servicesOf } from '#member-site/runtime/device.ts'
import {
  FinishPage,
  NewPhonePage,
  OldPhonePage,
  PhoneCodePage,
  WaitingPage,
} from '#member-site/pages/phone-pages.tsx'
import { captchaOf, problemText, unclear, waitText } from '#member-site/pages/problems.ts'
import type { PageScript } from '#member-site/runtime/assets.ts'
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

/** A member moves to another phone, step by step (decision 189). Which step is next follows from what is proven. */
export const phoneRoutes: Routes = (fastify, site) => {
  fastify.get(paths.phone, async (request, reply) => {
    const member = await memberOf(site, request)
    if (member === null) return reply.redirect(withNext(paths.sign_in, paths.phone), 303)
    const code = queryOf(request, 'ma')
    const exchange = { site, request, reply, member }
    if (code === 'moi' || code === 'cu') return showCode(exchange, codes[code])
    return show(exchange, queryOf(request, 'xong') === '1' ? { notice: done_text } : {})
  })
  fastify.post(paths.phone, async (request, reply) => {
    const member = await memberOf(site, request)
    if (member === null) return reply.redirect(withNext(paths.sign_in, paths.phone), 303)
    const fields = fieldsOf(request)
    const act = ownValue(acts, fields['intent'] ?? '')
    const exchange = { site, request, reply, member }
    return act === undefined ? show(exchange, unclear) : act(exchange, fields)
  })
}

const codes = { moi: 'new_code', cu: 'old_code' } as const
type CodeIntent = (typeof codes)[keyof typeof codes]
const done_text = 'Đã đổi số điện thoại. Các thiết bị khác đã được đăng xuất.'

type Act = (exchange: MemberExchange, fields: Fields) => Promise<FastifyReply>

const acts: Readonly<Record<string, Act>> = {
  new: async (exchange, { phone = '', ...fields }) => {
    const { site, request, reply, member } = exchange
    const { security } = servicesOf(site, request)
    const asked = { token: member.token, phone: phone.slice(0, 40), ...askerOf(site, request) }
    const sent = await settled(security.sendNewPhoneCode(null, { ...asked, ...solvedOf(fields) }))
    if (sent instanceof Refusal) return refused(exchange, sent, { typed: phone })
    keepAsked(site, reply, { ...sent, phone })
    return reply.redirect(`${paths.phone}?ma=moi`, 303)
  },
  new_code: async (exchange, { code = '' }) => {
    const { site, request, reply, member } = exchange
    const entered = { token: member.token, ...enteredCode(exchange, code) }
    const { security } = servicesOf(site, request)
    const proven = await settled(security.proveNewPhone(null, entered))
    if (proven instanceof Refusal) return wrongCode(exchange, proven, 'new_code')
    return reply.redirect(paths.phone, 303)
  },
  old: async (exchange, fields) => {
    const { site, request, reply, member } = exchange
    const { account } = servicesOf(site, request)
    const asked = {
      ...{ token: member.token, phone: member.phone },
      purpose: 'change_phone',
      ...askerOf(site, request),
    } as const
    const sent = await settled(account.sendOwnCode(null, { ...asked, ...solvedOf(fields) }))
    if (sent instanceof Refusal) return refused(exchange, sent)
    keepAsked(site, reply, { ...sent, phone: member.phone })
    return reply.redirect(`${paths.phone}?ma=cu`, 303)
  },
  old_code: (exchange, { code = '' }) => prove(exchange, { code }),
  prove: (exchange, { password = '', passkey = '' }) => prove(exchange, { password, passkey }),
  wait: async (exchange) => {
    const { site, reply, member } = exchange
    const done = await settled(site.security.waitForPhoneChange(null, { token: member.token }))
    return done instanceof Refusal ? refused(exchange, done) : reply.redirect(paths.phone, 303)
  },
  cancel: async ({ site, reply, member }) => {
    await site.security.cancelPhoneChange(null, { token: member.token })
    return reply.redirect(paths.account, 303)
  },
}

async function prove(
  exchange: MemberExchange,
  given: { code?: string; password?: string; passkey?: string },
) {
  const { site, request, reply, member } = exchange
  const { code = '', password = '', passkey = '' } = given
  // The limits of sign-in: whoever has a stolen session must not guess the password here.
  const login = { ip: request.ip, account: digitsOf(member.phone).slice(-9) }
  const wait_s = code === '' ? await site.limits.wait(login) : null
  if (wait_s !== null) return show(exchange, { problem: waitText(wait_s), status: 429 })
  const { security } = servicesOf(site, request)
  const proven = await settled(
    security.provePhoneChange(null, {
      ...{ token: member.token, ...enteredCode(exchange, code) },
      ...{ password: password.slice(0, 400), passkey: passkey.slice(0, 20_000) },
    }),
  )
  if (!(proven instanceof Refusal)) {
    void reply.header('set-cookie', site.asked.expired)
    const to = { done: `${paths.phone}?xong=1`, waits: paths.phone }
    return reply.redirect(to[proven.outcome], 303)
  }
  if (proven.code === 'proof_not_enough') await site.limits.count(login, false)
  return code === '' ? refused(exchange, proven) : wrongCode(exchange, proven, 'old_code')
}

function enteredCode({ site, request }: MemberExchange, code: string) {
  const { otp_token = '' } = askedOf(site, request) ?? {}
  return { otp_token, code: digitsOf(code) }
}

async function refused(exchange: MemberExchange, refusal: Refusal, more: { typed?: string } = {}) {
  if (refusal.code === 'confirm_needed')
    return exchange.reply.redirect(confirmUrl(paths.phone), 303)
  const captcha = captchaOf(refusal)
  const problem = problemText(refusal)
  return show(exchange, { ...more, problem, status: refusal.status, ...(captcha && { captcha }) })
}

function wrongCode(exchange: MemberExchange, refusal: Refusal, intent: CodeIntent) {
  const is_about_code = refusal.code.startsWith('otp_')
  if (!is_about_code) return refused(exchange, refusal)
  const problem = problemText(refusal).replace('“Gửi lại mã”', '“Quay lại”')
  return showCode(exchange, intent, { problem, status: refusal.status })
}

interface Shown {
  problem?: string
  notice?: string
  status?: number
  typed?: string
  captcha?: NonNullable<ReturnType<typeof captchaOf>>
}

function showCode(
  { site, request, reply, member }: MemberExchange,
  intent: CodeIntent,
  shown: Shown = {},
) {
  const asked = askedOf(site, request)
  if (asked === null) return reply.redirect(paths.phone, 303)
  const phone = intent === 'new_code' ? asked.phone : national(member.phone)
  const { status, ...outcome } = shown
  const html = memberPage(site, {
    ...{ title: 'Nhập mã', ...outcome },
    children: <PhoneCodePage phone={phone} intent={intent} />,
  })
  return sendHtml(reply, html, status)
}

async function show(exchange: MemberExchange, { status, typed = '', captcha, ...outcome }: Shown) {
  const { site, reply, member } = exchange
  const { token, is_confirmed } = member
  const change = await site.security.phoneChange(null, { token })
  const offer = captcha === undefined ? {} : { captcha }
  const phone = national(member.phone)
  let children: ReactElement
  if (change !== null && change.due_at !== null) {
    children = <WaitingPage new_phone={national(change.new_phone)} due_at={change.due_at} />
  } else if (change === null || change.is_foreign) {
    children = <NewPhonePage {...{ phone, typed, is_confirmed, ...offer }} />
  } else if (change.is_old_proven) {
    children = <FinishPage new_phone={national(change.new_phone)} />
  } else {
    const phones = { old_phone: phone, new_phone: national(change.new_phone) }
    children = <OldPhonePage {...change} {...phones} {...offer} />
  }
  const scripts: PageScript[] = captcha === undefined ? ['passkey'] : ['passkey', 'captcha']
  const page = { title: 'Đổi số điện thoại', scripts, ...outcome, children }
  return sendHtml(reply, memberPage(site, page), status)
}

function national(phone: string): string {
  return phone.replace(/^\+84/, '0')
}
