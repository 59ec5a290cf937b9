import type { FastifyRequest } from 'fastify'
import type { Caller, RefusalMeaning } from '#pure/contract.ts'
import { Refusal } from '#pure/contract.ts'
import { readCookies, tokenOf } from '#pure/cookies.ts'
import { isSameOrigin } from '#pure/same-origin.ts'

export interface IdentityOptions {
  public_url: string
  /** Returns the caller of a bearer token, or throws a token refusal. */
  identify: (token: string) => Promise<Caller>
}

const FOREIGN_ORIGIN: RefusalMeaning = {
  status: 403,
  meaning: 'Writes authenticated by a cookie are accepted from pages of this shop only.',
}

/**
 * The caller of an API request: by `Authorization: Bearer` (apps, other services) or by the cookies of this
 * shop's pages, member before guest (contract §6). Writes by cookie must come from the same origin.
 */
export async function callerOf(request: FastifyRequest, options: IdentityOptions): Promise<Caller> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return options.identify(bearer)
  const token = tokenOf(readCookies(request.headers.cookie)) ?? ''
  if (request.method !== 'GET' && !isSameOrigin(sourceOf(request), options.public_url)) {
    throw new Refusal('foreign_origin', FOREIGN_ORIGIN, null)
  }
  return options.identify(token)
}

function sourceOf({ headers }: FastifyRequest) {
  const site = headers['sec-fetch-site']
  return { site: typeof site === 'string' ? site : null, origin: headers.origin ?? null }
}
