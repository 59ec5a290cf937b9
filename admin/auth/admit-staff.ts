import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dataPath, staff_root } from '#admin/addresses/addresses.ts'
import { signInPath } from '#admin/addresses/auth-paths.ts'
import type { StaffCookie } from '#admin/auth/staff-cookie.ts'
import type { staffSignIn } from '#contracts/staff/sign-in.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { isSameOrigin } from '#pure/same-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The member of staff who acts; set on staff paths behind the sign-in. */
    staff: StaffActor | null
  }
}

interface Admission {
  sign_in: Service<typeof staffSignIn>
  cookie: StaffCookie
}

/** Admits only requests with a live session. It is read from the database at each request. */
export function admitStaff(scope: FastifyInstance, { sign_in, cookie }: Admission): void {
  scope.decorateRequest('staff', null)
  scope.addHook('onRequest', async (request, reply) => {
    const token = cookie.read(request.headers.cookie)
    const actor = token === null ? null : await sign_in.actor(null, { token })
    if (actor === null) return askToSignIn(request, reply)
    request.staff = actor
  })
}

/** No answer of a staff path is cached, and forms are accepted from pages of this shop only. */
export function guardStaffPaths(scope: FastifyInstance, public_url: string): void {
  scope.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (request.method !== 'GET' && !isOurs(request, public_url)) return reply.code(403).send('')
  })
}

/** A page leads to the sign-in and back. The browser's request for data is refused: its page then reloads. */
function askToSignIn({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = url.split('?')
  if (`${path}/`.startsWith(`${dataPath(staff_root)}/`)) {
    return reply.code(401).type('text/plain; charset=utf-8').send('Chỉ dành cho nhân viên.')
  }
  return reply.redirect(signInPath(method === 'GET' ? url : null), 303)
}

function isOurs({ headers }: FastifyRequest, public_url: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  return isSameOrigin({ site: site?.toString(), origin }, public_url)
}
