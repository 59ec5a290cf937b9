import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths, withNext } from '#member-site/addresses/paths.ts'
import type { Site } from '#member-site/runtime/site.ts'

interface Begun {
  token: string
  expires_in: number
  to: string
}

/**
 * Sends on with the cookie of the session that has begun. The one that this browser had before is ended. An owner who
 * is back with a proof of their own sees first what a code alone has added meanwhile (decision 234).
 */
export async function signedIn(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, expires_in, to }: Begun,
) {
  const former = site.session.read(request.headers.cookie)
  if (former !== null) await site.account.signOut(null, { token: former.slice(0, 200) })
  const { added, may_keep } = await site.security.addedByCode(null, { token })
  const is_asked = may_keep && added.length > 0
  return reply
    .header('set-cookie', [site.session.line(token, expires_in), site.asked.expired])
    .redirect(is_asked ? withNext(paths.added, to) : to, 303)
}
