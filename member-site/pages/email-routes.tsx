import { confirmUrl, paths, withNext } from '#member-site/addresses/paths.ts'
import { memberPage, type Outcome } from '#member-site/pages/document.tsx'
import { EmailCodePage, EmailPage } from '#member-site/pages/email-pages.tsx'
import { captchaOf, problemText } from '#member-site/pages/problems.ts'
import { askedOf, digitsOf, keepAsked } from '#member-site/runtime/asked-code.ts'
import { askerOf, servicesOf } from '#member-site/runtime/device.ts'
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

/** A member proves their e-mail address by a code (decision 210). */
export const emailRoutes: Routes = (fastify, site) => {
  fastify.route({
    method: ['GET', 'POST'],
    url: paths.email,
    handler: async (request, reply) => {
      const member = await memberOf(site, request)
      if (member === null) return reply.redirect(withNext(paths.sign_in, paths.email), 303)
      const exchange = { site, request, reply, member }
      if (request.method === 'GET') return show(exchange, queryOf(request, 'buoc') === 'ma')
      const { intent, ...fields } = fieldsOf(request)
      return intent === 'code' ? enter(exchange, fields['code'] ?? '') : send(exchange, fields)
    },
  })
}

async function send(exchange: MemberExchange, fields: Fields) {
  const { site, request, reply, member } = exchange
  const { security } = servicesOf(site, request)
  const { token, phone, email } = member
  const asker = { phone, email: email ?? '', ...askerOf(site, request) }
  const asked = { token, purpose: 'email_prove', ...asker } as const
  const sent = await settled(security.sendEmailCode(null, { ...asked, ...solvedOf(fields) }))
  if (sent instanceof Refusal) return refused(exchange, sent, false)
  keepAsked(site, reply, { ...sent, phone: email ?? '' })
  return reply.redirect(`${paths.email}?buoc=ma`, 303)
}

async function enter(exchange: MemberExchange, code: string) {
  const { site, request, reply, member } = exchange
  const { otp_token = '' } = askedOf(site, request) ?? {}
  const entered = { token: member.token, otp_token, code: digitsOf(code) }
  const proven = await settled(servicesOf(site, request).security.proveEmail(null, entered))
  if (proven instanceof Refusal) return refused(exchange, proven, true)
  return reply.header('set-cookie', site.asked.expired).redirect(`${paths.account}?xong=email`, 303)
}

function refused(exchange: MemberExchange, refusal: Refusal, is_code: boolean) {
  if (refusal.code === 'confirm_needed') {
    return exchange.reply.redirect(confirmUrl(paths.email), 303)
  }
  const problem = problemText(refusal).replace('“Gửi lại mã”', '“Quay lại”')
  return show(exchange, is_code, { problem, status: refusal.status }, captchaOf(refusal))
}

function show(
  { site, request, reply, member }: MemberExchange,
  is_code: boolean,
  { status, ...outcome }: Outcome = {},
  captcha?: ReturnType<typeof captchaOf>,
) {
  const asked = is_code ? askedOf(site, request) : null
  const { email, is_email_proven: is_proven, is_confirmed } = member
  const shown = { email: email ?? '', is_proven, is_confirmed, ...(captcha && { captcha }) }
  const html = memberPage(site, {
    ...{ title: asked === null ? 'Xác minh email' : 'Nhập mã', ...outcome },
    scripts: captcha === undefined ? [] : ['captcha'],
    children: asked === null ? <EmailPage {...shown} /> : <EmailCodePage email={asked.phone} />,
  })
  return sendHtml(reply, html, status)
}
