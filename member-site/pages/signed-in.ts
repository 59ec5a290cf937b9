import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '#member-site/runtime/site.ts'

interface Begun {
  token: string
  expires_in: number
  to: string
}

/** Sends on with the cookie of the session that has begun. The one that this browser had before is ended. */
export async function signedIn(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, expires_in, to }: Begun,
) {
  const former = site.session.read(request.headers.cookie)
  if (former !== null) await site.account.signOut(null, { token: former.slice(0, 200) })
  return reply
    .header('set-cookie', [site.session.line(token, expires_in), site.asked.expired])
    .redirect(to, 303)
}
