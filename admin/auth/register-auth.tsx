import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addresses, staff_root } from '#admin/addresses/addresses.ts'
import { auth_paths, codePath, passkeyPath } from '#admin/addresses/auth-paths.ts'
import {
  again_path,
  type AuthDeps,
  begin,
  type Fields,
  fieldsOf,
  limited,
  originOf,
  ownNext,
  problemOf,
  send,
  settled,
  type Shown,
} from '#admin/auth/auth-answers.ts'
import { CodeForm, FirstAccountForm, InviteForm, SignInForm } from '#admin/auth/auth-forms.tsx'
import { authProblem, waitText } from '#admin/auth/auth-texts.ts'
import { hasStaffToken } from '#admin/auth/basic-token.ts'
import { servePasskeys } from '#admin/auth/register-passkeys.tsx'
import { themeLine, themeNamed } from '#admin/auth/theme.ts'
import { type SignInOrigin, staffSignIn as contract } from '#contracts/staff/sign-in.ts'
import { Refusal } from '#pure/contract.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'

/** Serves the pages around the sign-in: plain forms, each answered by a page or by the way on. */
export function registerAuth(scope: FastifyInstance, deps: AuthDeps): void {
  serveSignIn(scope, deps)
  serveCode(scope, deps)
  servePasskeys(scope, deps)
  serveInvite(scope, deps)
  serveFirstAccount(scope, deps)
  scope.post(auth_paths.sign_out, async (request, reply) => {
    const token = deps.cookie.read(request.headers.cookie)
    if (token !== null) await deps.sign_in.signOut(null, { token })
    return reply.header('set-cookie', deps.cookie.expired).redirect(auth_paths.sign_in, 303)
  })
  scope.post(auth_paths.theme, async (request, reply) => {
    const theme = themeNamed(fieldsOf(request)['theme'])
    return reply.header('set-cookie', themeLine(theme)).redirect(addresses.account.path, 303)
  })
  scope.post(auth_paths.demo_role, async (request, reply) => {
    const { role_code = '' } = fieldsOf(request)
    const entering = deps.sign_in.enterDemo(null, { role_code, from: originOf(request) })
    const entered = await settled(entering)
    if (entered instanceof Refusal) return reply.redirect(auth_paths.sign_in, 303)
    return begin(reply, deps, { ...entered, to: staff_root })
  })
}

function serveSignIn(scope: FastifyInstance, deps: AuthDeps): void {
  const { sign_in, limits } = deps
  const page = async (reply: FastifyReply, shown: Shown & { fields: Fields }) => {
    const { login_name = '', next = '' } = shown.fields
    const [has_first_account_link, demo_roles] = await Promise.all([
      sign_in.needsFirstAccount(null, {}),
      sign_in.demoRoles(null, {}),
    ])
    const children = (
      <SignInForm {...{ login_name, next: ownNext(next), has_first_account_link, demo_roles }} />
    )
    return send(reply, deps, { title: 'Đăng nhập nội bộ', ...shown, children })
  }
  scope.get(auth_paths.sign_in, async (request, reply) => {
    const { next = '', moi, lai } = request.query as Fields
    if (lai !== undefined) {
      return page(reply, {
        problem: authProblem(contract.verifyCode.refuse('sign_in_expired')),
        fields: {},
      })
    }
    const notice = moi === undefined ? null : 'Đã đặt mật khẩu. Bây giờ hãy đăng nhập.'
    return page(reply, { notice, fields: { next } })
  })
  scope.post(auth_paths.sign_in, async (request, reply) => {
    const fields = fieldsOf(request)
    const { login_name = '', password = '', next = '' } = fields
    const login = {
      ip: request.ip,
      account: fold(login_name.normalize('NFKC').trim()).slice(0, 80),
    }
    const asking = { login_name, password, from: originOf(request) }
    const begun = await limited(deps, login, () => settled(beginSignIn(deps, asking)))
    if (begun instanceof Refusal) {
      return page(reply, { ...problemOf(begun), fields: { login_name, next } })
    }
    await limits.count(login, true)
    const to = stepPath(begun.next, ownNext(next))
    return begin(reply, deps, { ...begun, to })
  })
}

async function beginSignIn(
  { sign_in }: AuthDeps,
  typed: { login_name: string; password: string; from: SignInOrigin },
) {
  const input = contract.begin.input.safeParse(typed)
  if (!input.success) throw contract.begin.refuse('wrong_login')
  return sign_in.begin(null, input.data)
}

function serveCode(scope: FastifyInstance, deps: AuthDeps): void {
  const { sign_in, cookie } = deps
  const page = async (reply: FastifyReply, token: string, shown: Shown & { next: string }) => {
    const next = ownNext(shown.next)
    const steps = await settled(sign_in.secondSteps(null, { token }))
    if (steps instanceof Refusal) return reply.redirect(again_path, 303)
    const { has_totp, has_passkey } = steps
    if (has_passkey && !has_totp) return reply.redirect(passkeyPath(next, 2), 303)
    const enrolment = await settled(sign_in.enrolment(null, { token }))
    if (enrolment instanceof Refusal) return reply.redirect(again_path, 303)
    const offers_passkey = has_passkey || !has_totp
    const children = <CodeForm {...{ next, enrolment, offers_passkey }} />
    return send(reply, deps, { title: 'Bước xác thực thứ hai', ...shown, children })
  }
  scope.get(auth_paths.code, async (request, reply) => {
    const token = cookie.read(request.headers.cookie) ?? ''
    const { next = '' } = request.query as Fields
    return page(reply, token, { next })
  })
  scope.post(auth_paths.code, async (request, reply) => {
    const token = cookie.read(request.headers.cookie) ?? ''
    const { code = '', next = '' } = fieldsOf(request)
    // A session allows few codes; all codes of an address are counted as well.
    const login = { ip: request.ip, account: 'code' }
    const asking = { token, code: code.slice(0, 40), from: originOf(request) }
    const verified = await limited(deps, login, () => settled(sign_in.verifyCode(null, asking)))
    if (!(verified instanceof Refusal))
      return begin(reply, deps, { ...verified, to: ownNext(next) })
    if (verified.code === 'sign_in_expired') return reply.redirect(again_path, 303)
    return page(reply, token, { ...problemOf(verified), next })
  })
}

function serveInvite(scope: FastifyInstance, deps: AuthDeps): void {
  const { sign_in } = deps
  const title = 'Đặt mật khẩu'
  const page = async (reply: FastifyReply, invite: string, shown: Shown) => {
    const invited = await settled(sign_in.invite(null, { invite }))
    if (invited instanceof Refusal) {
      return send(reply, deps, { title, ...problemOf(invited), children: null })
    }
    return send(reply, deps, {
      title,
      ...shown,
      children: <InviteForm {...{ invite, ...invited }} />,
    })
  }
  scope.get(auth_paths.invite, async (request, reply) => {
    const { token = '' } = request.query as Fields
    return page(reply, token.slice(0, 200), {})
  })
  scope.post(auth_paths.invite, async (request, reply) => {
    const { token: invite = '', password = '' } = fieldsOf(request)
    const input = contract.acceptInvite.input.safeParse({ invite, password })
    if (!input.success) return page(reply, '', {})
    const accepted = await settled(sign_in.acceptInvite(null, input.data))
    if (accepted instanceof Refusal) return page(reply, invite, problemOf(accepted))
    return reply.redirect(`${auth_paths.sign_in}?moi=1`, 303)
  })
}

/** With STAFF_TOKEN (HTTP Basic), as long as nobody manages staff. Afterwards the page does not exist. */
function serveFirstAccount(scope: FastifyInstance, deps: AuthDeps): void {
  const { sign_in, limits, staff_token } = deps
  const refusalOf = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await sign_in.needsFirstAccount(null, {}))) return reply.callNotFound()
    const { authorization } = request.headers
    // A browser that has not asked for the password yet guesses nothing.
    if (authorization === undefined) return askForToken(reply)
    const is_right = hasStaffToken(authorization, staff_token)
    const wait_s = await limits.count({ ip: request.ip, account: 'staff token' }, is_right)
    if (wait_s !== null) return refuseForNow(reply, wait_s)
    return is_right ? null : askForToken(reply)
  }
  const page = (reply: FastifyReply, shown: Shown & { fields: Fields }) => {
    const { name = '', login_name = '' } = shown.fields
    const children = <FirstAccountForm {...{ name, login_name }} />
    return send(reply, deps, { title: 'Tạo tài khoản đầu tiên', ...shown, children })
  }
  scope.get(auth_paths.first_account, async (request, reply) => {
    return (await refusalOf(request, reply)) ?? page(reply, { fields: {} })
  })
  scope.post(auth_paths.first_account, async (request, reply) => {
    const refusal = await refusalOf(request, reply)
    if (refusal !== null) return refusal
    const fields = fieldsOf(request)
    const input = contract.createFirstAccount.input.safeParse(fields)
    if (!input.success) {
      return page(reply, {
        status: 422,
        problem: 'Hãy điền họ tên, tên đăng nhập và mật khẩu.',
        fields,
      })
    }
    const created = await settled(sign_in.createFirstAccount(null, input.data))
    if (created instanceof Refusal) return page(reply, { ...problemOf(created), fields })
    return reply.redirect(`${auth_paths.sign_in}?moi=1`, 303)
  })
}

function askForToken(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', 'Basic realm="Noi bo", charset="UTF-8"')
    .type('text/plain; charset=utf-8')
    .send('Cần STAFF_TOKEN của cửa hàng.')
}

function refuseForNow(reply: FastifyReply, wait_s: number): FastifyReply {
  return reply
    .code(429)
    .header('retry-after', wait_s)
    .type('text/plain; charset=utf-8')
    .send(waitText(wait_s))
}

/** Where a sign-in goes on whose password was right. */
function stepPath(step: 'done' | 'code' | 'enrol' | 'passkey', next: string): string {
  if (step === 'done') return next
  if (step === 'passkey') return passkeyPath(next, 2)
  return codePath(next)
}
