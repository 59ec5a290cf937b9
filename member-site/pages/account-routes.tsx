import type { FastifyReply, FastifyRequest } from 'fastify'
import { confirmUrl, paths, withNext } from '#member-site/addresses/paths.ts'
import { AccountPage, ClosePage } from '#member-site/pages/account-page.tsx'
import { memberPage, type Outcome } from '#member-site/pages/document.tsx'
import { problemText, unclear, waitText } from '#member-site/pages/problems.ts'
import { digitsOf } from '#member-site/runtime/asked-code.ts'
import { servicesOf } from '#member-site/runtime/device.ts'
import {
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

/** The page of the member's own account, and its forms. */
export const accountRoutes: Routes = (fastify, site) => {
  fastify.get(paths.account, async (request, reply) => {
    const done = queryOf(request, 'xong')
    return show(site, request, reply, { notice: ownValue(notices, done ?? '') ?? null })
  })
  fastify.route({
    method: ['GET', 'POST'],
    url: paths.close,
    handler: (request, reply) => close(site, request, reply),
  })
  fastify.post(paths.account, async (request, reply) => {
    const fields = fieldsOf(request)
    if (fields['intent'] === 'password') return changePassword(site, request, reply)
    const token = site.session.read(request.headers.cookie)
    const act = ownValue(acts, fields['intent'] ?? '')
    if (token === null) return reply.redirect(paths.account, 303)
    if (act === undefined) return show(site, request, reply, unclear)
    try {
      await act(site, token, fields)
      return reply.redirect(`${paths.account}?xong=${fields['intent']}`, 303)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refused(site, request, reply, error)
    }
  })
}

function refused(site: Site, request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (refusal.code === 'confirm_needed') return reply.redirect(confirmUrl(paths.account), 303)
  return show(site, request, reply, { problem: problemText(refusal), status: refusal.status })
}

/** Sets a password, with the limits of sign-in: whoever has a stolen session must not guess the one that is there. */
async function changePassword(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const member = await memberOf(site, request)
  if (member === null) return reply.redirect(paths.sign_in, 303)
  const { token, phone, has_password } = member
  const login = has_password ? { ip: request.ip, account: digitsOf(phone).slice(-9) } : null
  const wait = (seconds: number) =>
    show(site, request, reply, { problem: waitText(seconds), status: 429 })
  const wait_s = login && (await site.limits.wait(login))
  if (wait_s !== null) return wait(wait_s)
  const { current = '', password = '' } = fieldsOf(request)
  const typed = { token, current: current.slice(0, 400), password: password.slice(0, 400) }
  const done = await settled(site.account.setPassword(null, typed))
  if (!(done instanceof Refusal)) {
    if (login !== null) await site.limits.count(login, true)
    return reply.redirect(`${paths.account}?xong=password`, 303)
  }
  const is_guess = login !== null && done.code === 'wrong_login'
  const beyond_s = is_guess ? await site.limits.count(login, false) : null
  return beyond_s === null ? refused(site, request, reply, done) : wait(beyond_s)
}

async function close(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const member = await memberOf(site, request)
  if (member === null) return reply.redirect(withNext(paths.sign_in, paths.close), 303)
  const { token } = member
  const { account } = servicesOf(site, request)
  if (request.method === 'POST') {
    const is_withdrawn = fieldsOf(request)['intent'] === 'withdraw'
    try {
      await (is_withdrawn ? account.withdrawErasure : account.askErasure)(null, { token })
      return reply.redirect(is_withdrawn ? `${paths.account}?xong=kept` : paths.close, 303)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'confirm_needed') throw error
      return reply.redirect(confirmUrl(paths.close), 303)
    }
  }
  const erasure = await account.erasure(null, { token })
  const html = memberPage(site, {
    title: 'Xóa tài khoản và dữ liệu',
    children: <ClosePage {...{ erasure, is_confirmed: member.is_confirmed }} />,
  })
  return sendHtml(reply, html)
}

type Act = (site: Site, token: string, fields: Readonly<Record<string, string>>) => Promise<unknown>

const acts: Readonly<Record<string, Act>> = {
  profile: ({ account }, token, { name = '', email = '' }) =>
    account.saveProfile(null, { token, name: name.slice(0, 80), email: email.slice(0, 254) }),
  end: ({ account }, token, { session_id = '' }) =>
    account.endSessions(null, {
      token,
      session_id: Number(/^\d{1,15}$/.exec(session_id)?.[0] ?? 0),
    }),
  end_others: ({ account }, token) => account.endSessions(null, { token, session_id: null }),
}

const notices: Readonly<Record<string, string>> = {
  kept: 'Tài khoản của bạn được giữ lại.',
  removed: 'Đã xóa những gì mới thêm và đăng xuất mọi thiết bị khác. Bạn nên đặt mật khẩu mới.',
  apart: 'Đã hủy. Hai tài khoản vẫn riêng.',
  email: 'Đã xác minh email.',
  profile: 'Đã lưu thông tin.',
  password: 'Đã đổi mật khẩu. Các thiết bị khác đã được đăng xuất.',
  end: 'Đã đăng xuất thiết bị đó.',
  end_others: 'Đã đăng xuất mọi thiết bị khác.',
}

async function show(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, ...outcome }: Outcome,
) {
  const member = await memberOf(site, request)
  if (member === null) return reply.redirect(paths.sign_in, 303)
  const { token, phone, name, email, has_password, is_confirmed, is_email_proven } = member
  const [sessions, passkeys, identities, merge, { added }] = await Promise.all([
    site.account.sessions(null, { token }),
    site.security.passkeys(null, { token }),
    site.identities.identities(null, { token }),
    site.security.waitingMerge(null, { token }),
    site.security.addedByCode(null, { token }),
  ])
  const shown = { phone: phone.replace(/^\+84/, '0'), name: name ?? '', email: email ?? '' }
  const html = memberPage(site, {
    ...{ title: 'Tài khoản và bảo mật', is_wide: true, ...outcome },
    children: (
      <AccountPage
        {...{ ...shown, has_password, is_confirmed, is_email_proven, sessions, merge }}
        passkeys={passkeys.length}
        added={added.length}
        identities={identities.length}
        offers_identities={site.ways.length > 0}
      />
    ),
  })
  return sendHtml(reply, html, status)
}
