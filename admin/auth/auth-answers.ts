import type { FastifyReply, FastifyRequest } from 'fastify'
import { addresses, staff_root } from '#admin/addresses/addresses.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { authPage } from '#admin/auth/auth-page.tsx'
import { authProblem } from '#admin/auth/auth-texts.ts'
import type { StaffCookie } from '#admin/auth/staff-cookie.ts'
import { readTheme } from '#admin/auth/theme.ts'
import type { StaffAssets } from '#admin/runtime/assets.ts'
import type { SignInOrigin, staffSignIn as contract } from '#contracts/staff/sign-in.ts'
import { declared, Refusal, type Service } from '#pure/contract.ts'
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

export interface AuthDeps {
  sign_in: Service<typeof contract>
  cookie: StaffCookie
  /** Holds the token of a sign-in by passkey alone. */
  attempt_cookie: StaffCookie
  assets: StaffAssets
  limits: LoginLimits
  staff_token: string
}

export type Fields = Readonly<Record<string, string>>

/** The sign-in, which says that it must begin again. */
export const again_path = `${auth_paths.sign_in}?lai=1`

export interface Shown {
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
export async function limited<T>(
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

/** The status and text for a refusal. */
export function problemOf(refusal: Refusal): Required<Pick<Shown, 'status' | 'problem'>> {
  return { status: refusal.status, problem: authProblem(refusal) }
}

/** Waits for a call. A refusal is an answer too; anything else is thrown on. */
export async function settled<T>(call: Promise<T>): Promise<T | Refusal> {
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

/** Sends on with the cookie of a session that has begun. */
export function begin(reply: FastifyReply, { cookie }: AuthDeps, begun: Begun) {
  const { token, expires_in, has_failed_logins } = begun
  const to = has_failed_logins ? addresses.account.path : begun.to
  return reply.header('set-cookie', cookie.line(token, expires_in)).redirect(to, 303)
}

type Page = Shown & Omit<Parameters<typeof authPage>[1], 'theme'>

/** Sends a page around the sign-in. */
export function send(reply: FastifyReply, { assets }: AuthDeps, { status = 200, ...page }: Page) {
  const theme = readTheme(reply.request.headers.cookie)
  const html = authPage(assets, { ...page, theme })
  return reply.code(status).type('text/html; charset=utf-8').send(html)
}

/** The fields of a form. */
export function fieldsOf({ body }: FastifyRequest): Fields {
  return Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''))
}

/** Where a request comes from. */
export function originOf({ ip, headers }: FastifyRequest): SignInOrigin {
  return { address: ip, device: headers['user-agent'] ?? '' }
}

/** Where to go after the sign-in: a staff page, never elsewhere (T9). */
export function ownNext(next: string): string {
  const is_own = /^\/noi-bo(\/[a-z0-9][\w-]*){1,3}(\?[\w=&%.+-]*)?$/i.test(next)
  const is_auth = Object.values(auth_paths).some((path) => next.startsWith(path))
  return is_own && !is_auth ? next : staff_root
}
