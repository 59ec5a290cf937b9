import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownNext, paths, withNext } from '#member-site/addresses/paths.ts'
import { memberPage } from '#member-site/pages/document.tsx'
import { EmailSignInForm } from '#member-site/pages/email-pages.tsx'
import { signedIn } from '#member-site/pages/signed-in.ts'
import { askedOf, digitsOf, keepAsked } from '#member-site/runtime/asked-code.ts'
import type { PageScript } from '#member-site/runtime/assets.ts'
import { captchaOf, problemText, waitText } from '#member-site/pages/problems.ts'
import { askerOf, placeOf, servicesOf } from '#member-site/runtime/device.ts'
import {
  CodeForm,
  PasswordForm,
  ResetForm,
  SignInForm,
  WelcomeForm,
} from '#member-site/pages/sign-in-pages.tsx'
import {
  type Fields,
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

/** Sign-in, registration and forgotten passwords. Each form is a plain POST that ends in a redirect. */
export const signInRoutes: Routes = (fastify, site) => {
  for (const purpose of ['sign_in', 'reset_password', 'email_sign_in'] as const) {
    const step = steps[purpose]
    fastify.get(step.phone, async (request, reply) => {
      const next = nextOf(site, queryOf(request, 'next'))
      // Whoever comes from the page of the code has typed it already.
      const asked = purpose === 'email_sign_in' ? askedOf(site, request)?.phone : undefined
      const phone = queryOf(request, 'phone') ?? asked ?? ''
      return sendHtml(reply, step.page(site, { phone, next }))
    })
    fastify.post(step.phone, (request, reply) => sendCode(site, purpose, request, reply))
    // Its code is entered on the page of the sign-in.
    if (purpose === 'email_sign_in') continue
    fastify.get(step.code, async (request, reply) => {
      const next = nextOf(site, queryOf(request, 'next'))
      const asked = askedOf(site, request)
      if (asked === null) return reply.redirect(withNext(step.phone, next), 303)
      return sendHtml(reply, codePage(site, purpose, { ...asked, next }))
    })
    fastify.post(step.code, (request, reply) => enterCode(site, purpose, request, reply))
  }
  fastify.get(paths.password, async (request, reply) => {
    const next = nextOf(site, queryOf(request, 'next'))
    return sendHtml(reply, passwordPage(site, { phone: '', next }))
  })
  fastify.post(paths.password, (request, reply) => enterPassword(site, request, reply))
  fastify.get(paths.welcome, (request, reply) => showWelcome(site, request, reply))
  fastify.post(paths.welcome, (request, reply) => saveWelcome(site, request, reply))
  fastify.post(paths.sign_out, async (request, reply) => {
    const token = site.session.read(request.headers.cookie)
    if (token !== null) await site.account.signOut(null, { token })
    return reply.header('set-cookie', site.session.expired).redirect(paths.sign_in, 303)
  })
}

function captchaScript({ captcha }: PhoneShown): PageScript[] {
  return captcha === undefined ? [] : ['captcha']
}

type Purpose = 'sign_in' | 'reset_password'
type Sending = Purpose | 'email_sign_in'
type PhoneShown = Parameters<typeof ResetForm>[0]

/** The first page of the sign-in. */
export function signInPage(site: Site, shown: PhoneShown, problem: string | null = null): string {
  return memberPage(site, {
    ...{ title: 'Đăng nhập hoặc đăng ký', problem },
    scripts: [...captchaScript(shown), 'passkey'],
    children: <SignInForm {...shown} ways={site.ways} />,
  })
}

const steps = {
  sign_in: {
    ...{ phone: paths.sign_in, code: paths.code },
    page: signInPage,
  },
  email_sign_in: {
    ...{ phone: paths.email_sign_in, code: paths.code },
    page: (site: Site, shown: PhoneShown, problem: string | null = null) =>
      memberPage(site, {
        ...{ title: 'Gửi mã qua email', problem },
        scripts: captchaScript(shown),
        children: <EmailSignInForm {...shown} />,
      }),
  },
  reset_password: {
    ...{ phone: paths.reset, code: paths.reset_code },
    page: (site: Site, shown: PhoneShown, problem: string | null = null) =>
      memberPage(site, {
        ...{ title: 'Quên mật khẩu', problem },
        scripts: captchaScript(shown),
        children: <ResetForm {...shown} />,
      }),
  },
} as const

async function sendCode(
  site: Site,
  purpose: Sending,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const fields = fieldsOf(request)
  const { phone = '' } = fields
  const next = nextOf(site, fields['next'])
  const asking = { phone: phone.slice(0, 40), ...askerOf(site, request), ...solvedOf(fields) }
  const sent = await settled(
    purpose === 'email_sign_in'
      ? servicesOf(site, request).security.sendEmailSignIn(null, asking)
      : servicesOf(site, request).account.sendCode(null, { ...asking, purpose }),
  )
  if (sent instanceof Refusal) {
    const shown = { phone, next, ...withCaptcha(sent) }
    return sendHtml(reply, steps[purpose].page(site, shown, problemText(sent)), sent.status)
  }
  keepAsked(site, reply, { ...sent, phone })
  return reply.redirect(withNext(steps[purpose].code, next), 303)
}

async function enterCode(
  site: Site,
  purpose: Purpose,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const fields = fieldsOf(request)
  const next = nextOf(site, fields['next'])
  const asked = askedOf(site, request)
  if (asked === null) return reply.redirect(withNext(steps[purpose].phone, next), 303)
  const { code = '', password = '' } = fields
  const { account, security } = servicesOf(site, request)
  const entered = {
    ...{ otp_token: asked.otp_token, code: digitsOf(code), from: placeOf(site, request) },
  }
  const signIn = async () =>
    asked.by === 'email'
      ? { ...(await security.signInByEmail(null, entered)), is_new: false }
      : account.signInByCode(null, entered)
  const begun = await settled(
    purpose === 'sign_in'
      ? signIn()
      : account.resetPassword(null, { ...entered, password: password.slice(0, 400) }),
  )
  if (begun instanceof Refusal) {
    const html = codePage(site, purpose, { ...asked, next }, problemText(begun))
    return sendHtml(reply, html, begun.status)
  }
  return signedIn(site, request, reply, {
    ...begun,
    to: begun.is_new ? withNext(paths.welcome, next) : next,
  })
}

async function enterPassword(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const fields = fieldsOf(request)
  const { phone = '', password = '' } = fields
  const next = nextOf(site, fields['next'])
  const show = (problem: string, status: number) =>
    sendHtml(reply, passwordPage(site, { phone, next }, problem), status)
  // Counted by the last nine digits: +84, 84 and 0 in front are the same phone.
  const login = { ip: request.ip, account: digitsOf(phone).slice(-9) }
  const wait_s = await site.limits.wait(login)
  if (wait_s !== null) return show(waitText(wait_s), 429)
  const begun = await settled(
    site.account.signInByPassword(null, {
      ...{ phone: phone.slice(0, 40), password: password.slice(0, 400) },
      from: placeOf(site, request),
    }),
  )
  if (begun instanceof Refusal) {
    const beyond_s = begun.status === 401 ? await site.limits.count(login, false) : null
    if (beyond_s !== null) return show(waitText(beyond_s), 429)
    return show(problemText(begun), begun.status)
  }
  const beyond_s = await site.limits.count(login, true)
  if (beyond_s !== null) {
    await site.account.signOut(null, { token: begun.token })
    return show(waitText(beyond_s), 429)
  }
  return signedIn(site, request, reply, { ...begun, to: next })
}

async function showWelcome(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const next = nextOf(site, queryOf(request, 'next'))
  const member = await memberOf(site, request)
  if (member === null) return reply.redirect(withNext(paths.sign_in, next), 303)
  const { name, email } = member
  return sendHtml(reply, welcomePage(site, { name: name ?? '', email: email ?? '', next }))
}

async function saveWelcome(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const fields = fieldsOf(request)
  const { name = '', email = '', password = '' } = fields
  const next = nextOf(site, fields['next'])
  const member = await memberOf(site, request)
  if (member === null) return reply.redirect(withNext(paths.sign_in, next), 303)
  const { token } = member
  const saved = await settled(
    site.account
      .saveProfile(null, { token, name: name.slice(0, 80), email: email.slice(0, 254) })
      .then(() =>
        password === ''
          ? {}
          : site.account.setPassword(null, {
              token,
              current: '',
              password: password.slice(0, 400),
            }),
      ),
  )
  if (!(saved instanceof Refusal)) return reply.redirect(next, 303)
  const html = welcomePage(site, { name, email, next }, problemText(saved))
  return sendHtml(reply, html, saved.status)
}

type CodeShown = Omit<Parameters<typeof CodeForm>[0], 'is_reset'>

function codePage(
  site: Site,
  purpose: Purpose,
  { phone, wait_s, by, next }: CodeShown,
  problem: string | null = null,
) {
  const is_reset = purpose === 'reset_password'
  return memberPage(site, {
    ...{ title: is_reset ? 'Đặt mật khẩu mới' : 'Nhập mã', problem },
    children: <CodeForm {...{ phone, wait_s, by, next, is_reset }} />,
  })
}

function passwordPage(site: Site, shown: PhoneShown, problem: string | null = null) {
  return memberPage(site, {
    ...{ title: 'Đăng nhập bằng mật khẩu', problem },
    children: <PasswordForm {...shown} />,
  })
}

function welcomePage(
  site: Site,
  shown: Parameters<typeof WelcomeForm>[0],
  problem: string | null = null,
) {
  return memberPage(site, {
    ...{ title: 'Chào mừng đến với Smember', problem },
    children: <WelcomeForm {...shown} />,
  })
}

function withCaptcha(refusal: Refusal): Pick<PhoneShown, 'captcha'> {
  const captcha = captchaOf(refusal)
  return captcha === undefined ? {} : { captcha }
}

function nextOf({ member_url }: Site, next: Fields[string] | null | undefined): string {
  return ownNext(next, member_url)
}
