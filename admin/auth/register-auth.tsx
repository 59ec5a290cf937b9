import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addresses, auth_paths, staff_root } from '#admin/addresses/addresses.ts'
import { CodeForm, FirstAccountForm, InviteForm, SignInForm } from '#admin/auth/auth-forms.tsx'
import { authPage } from '#admin/auth/auth-page.tsx'
import { authProblem, waitText } from '#admin/auth/auth-texts.ts'
import { hasStaffToken } from '#admin/auth/basic-token.ts'
import type { StaffCookie } from '#admin/auth/staff-cookie.ts'
import { readTheme, themeLine, themeNamed } from '#admin/auth/theme.ts'
import type { StaffAssets } from '#admin/runtime/assets.ts'
import { type SignInOrigin, staffSignIn as contract } from '#contracts/staff/sign-in.ts'
import { declared, Refusal, type Service } from '#pure/contract.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { z } from 'zod'

/** Somebody at `ip` enters a password or code of `account`. */
interface Login {
  ip: string
  account: string
}

/** Limits the guessing of passwords: `wait` before a check, `count` after it. Both return the seconds to wait. */
export interface LoginLimits {
  wait: (login: Login) => Promise<number | null>
  count: (login: Login, is_right: boolean) => Promise<number | null>
}

interface AuthDeps {
  sign_in: Service<typeof contract>
  cookie: StaffCookie
  assets: StaffAssets
  limits: LoginLimits
  staff_token: string
}

type Fields = Readonly<Record<string, string>>

/** Serves the pages around the sign-in: plain forms, each answered by a page or by the way on. */
export function registerAuth(scope: FastifyInstance, deps: AuthDeps): void {
  serveSignIn(scope, deps)
  serveCode(scope, deps)
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
    const to = begun.next === 'done' ? ownNext(next) : codePath(next)
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
    const enrolment = await settled(sign_in.enrolment(null, { token }))
    if (enrolment instanceof Refusal) return reply.redirect(again_path, 303)
    const children = <CodeForm next={ownNext(shown.next)} enrolment={enrolment} />
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

/** The sign-in, which says that it must begin again. */
const again_path = `${auth_paths.sign_in}?lai=1`

interface Shown {
  status?: number
  problem?: string | null
  notice?: string | null
}

const { refuse } = declared({
  too_many_logins: {
    status: 429,
    meaning: 'Too many wrong passwords or codes.',
    data: z.object({ wait_s: z.number() }),
  },
})

/** Runs the check of a password or code within the limits. Right ones beyond a limit are refused like wrong ones. */
async function limited<T>(
  { limits }: AuthDeps,
  login: Login,
  check: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const wait_s = await limits.wait(login)
  if (wait_s !== null) return refuse('too_many_logins', { wait_s })
  const answer = await check()
  const is_wrong = answer instanceof Refusal && answer.status === 401
  const beyond_s = is_wrong ? await limits.count(login, false) : await limits.wait(login)
  return beyond_s === null ? answer : refuse('too_many_logins', { wait_s: beyond_s })
}

function problemOf(refusal: Refusal): Required<Pick<Shown, 'status' | 'problem'>> {
  return { status: refusal.status, problem: authProblem(refusal) }
}

/** Waits for a call. A refusal is an answer too; anything else is thrown on. */
async function settled<T>(call: Promise<T>): Promise<T | Refusal> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

interface Begun {
  token: string
  expires_in: number
  /** The owner is told of wrong passwords before anything else. */
  has_failed_logins: boolean
  to: string
}

function begin(reply: FastifyReply, { cookie }: AuthDeps, begun: Begun) {
  const { token, expires_in, has_failed_logins } = begun
  const to = has_failed_logins ? addresses.account.path : begun.to
  return reply.header('set-cookie', cookie.line(token, expires_in)).redirect(to, 303)
}

type Page = Shown & Omit<Parameters<typeof authPage>[1], 'theme'>

function send(reply: FastifyReply, { assets }: AuthDeps, { status = 200, ...page }: Page) {
  const theme = readTheme(reply.request.headers.cookie)
  const html = authPage(assets, { ...page, theme })
  return reply.code(status).type('text/html; charset=utf-8').send(html)
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

function fieldsOf({ body }: FastifyRequest): Fields {
  return Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''))
}

function originOf({ ip, headers }: FastifyRequest): SignInOrigin {
  return { address: ip, device: headers['user-agent'] ?? '' }
}

function codePath(next: string): string {
  const own = ownNext(next)
  return own === staff_root ? auth_paths.code : `${auth_paths.code}?next=${encodeURIComponent(own)}`
}

/** Where to go after the sign-in: a staff page, never elsewhere (T9). */
function ownNext(next: string): string {
  const is_own = /^\/noi-bo\/[a-z0-9-]+(\/\d+)?(\?[\w=&%.-]*)?$/.test(next)
  const is_auth = Object.values(auth_paths).some((path) => next.startsWith(path))
  return is_own && !is_auth ? next : staff_root
}
