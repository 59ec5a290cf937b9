import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { memberAccount } from '#contracts/member-site/account.ts'
import type { IdentityProvider, memberIdentities } from '#contracts/member-site/identities.ts'
import type { memberSecurity } from '#contracts/member-site/security.ts'
import type { OidcStore } from '#contracts/member-site/oidc-records.ts'
import { Refusal, type Service } from '#pure/contract.ts'
import type { MemberAssets } from '#member-site/runtime/assets.ts'
import type { DemoIssuerDeps } from '#member-site/demo-issuer/demo-issuer.ts'
import type { OwnCookie } from '#member-site/runtime/cookies.ts'

/** Somebody at `ip` enters a password of `account`. */
interface Login {
  ip: string
  account: string
}

/** Limits the guessing of passwords: `wait` before a check, `count` after it. Both return the seconds to wait. */
export interface LoginLimits {
  wait: (login: Login) => Promise<number | null>
  count: (login: Login, is_right: boolean) => Promise<number | null>
}

/** Names browsers: `issue` makes the value of a cookie, `read` finds the id in one of ours. */
interface DeviceIds {
  issue: () => string
  read: (value: string) => string | null
}

interface MemberServices {
  account: Service<typeof memberAccount>
  security: Service<typeof memberSecurity>
  identities: Service<typeof memberIdentities>
}

/** What app.ts hands to the member site. */
export interface MemberSiteDeps {
  /** The services of accounts, with the rate limits of an address. */
  servicesFor: (ip: string, device: string | null) => MemberServices
  device_ids: DeviceIds
  account: Service<typeof memberAccount>
  security: Service<typeof memberSecurity>
  identities: Service<typeof memberIdentities>
  /** Whose accounts sign members in. */
  ways: readonly IdentityProvider[]
  /** The shop's client at Google, whose prompt a page of this site shows; null: it has none. */
  google_client_id: string | null
  /** Plays Google and Zalo; null: a live shop. */
  demo_issuer: DemoIssuerDeps | null
  store: OidcStore
  limits: LoginLimits
  shop_name: string
  public_url: string
  member_url: string
  /** Where a demo shows the messages that it does not send; null: a live shop. */
  demo_messages_url: string | null
  /** The shop as a client of the provider. */
  client: { client_id: string; client_secret: string }
  /** Security headers of every answer. */
  headers: Readonly<Record<string, string>>
  is_dev: boolean
}

/** The member site while it runs. */
export interface Site extends MemberSiteDeps {
  assets: MemberAssets
  /** The session of a member. */
  session: OwnCookie
  /** The code that this browser asked for, and its phone. */
  asked: OwnCookie
  /** Which browser this is. */
  device: OwnCookie
  /** The token of a browser that signs in by passkey. */
  attempt: OwnCookie
  /** The key of a browser that signs in at Google or Zalo. */
  identity: OwnCookie
}

export type Fields = Readonly<Record<string, string>>

/** The fields of a form. */
export function fieldsOf({ body }: FastifyRequest): Fields {
  return Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''))
}

/** The captcha that a form was sent with, as an operation takes it. */
export function solvedOf({ 'g-recaptcha-response': solved = '' }: Fields) {
  return solved === '' ? {} : { 'g-recaptcha-response': solved.slice(0, 8_000) }
}

/** A query parameter of the request's address. */
export function queryOf({ url }: FastifyRequest, name: string): string | null {
  return new URL(url, 'http://x').searchParams.get(name)
}

export function sendHtml(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(html)
}

/** The member of a request's cookie, with the token; null for a stranger. */
export async function memberOf({ session, account }: Site, request: FastifyRequest) {
  const token = session.read(request.headers.cookie)
  const member = token === null ? null : await account.member(null, { token })
  return member === null || token === null ? null : { ...member, token }
}

/** A request of a member who is signed in, and its answer. */
export interface MemberExchange {
  site: Site
  request: FastifyRequest
  reply: FastifyReply
  member: NonNullable<Awaited<ReturnType<typeof memberOf>>>
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

export type Routes = (fastify: FastifyInstance, site: Site) => void
