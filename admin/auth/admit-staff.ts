import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { staffActor } from '#admin/auth/staff-token.ts'
import type { StaffActor } from '#pure/contract.ts'
import { isSameOrigin } from '#pure/same-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The member of staff who acts; set on staff paths. */
    staff: StaffActor | null
  }
}

export interface StaffLogin {
  staff_token: string
  /**
   * Called with every password that is entered. Returns null if the answer may be given, else the seconds until
   * the next password is looked at.
   */
  limitLogin: (ip: string, is_right: boolean) => Promise<number | null>
  public_url: string
}

/** Refuses requests without the staff token before anything else is read from them. */
export function admitStaff(
  scope: FastifyInstance,
  { staff_token, limitLogin, public_url }: StaffLogin,
): void {
  scope.decorateRequest('staff', null)
  scope.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const { authorization } = request.headers
    // A browser that has not asked for the password yet guesses nothing.
    if (authorization === undefined) return askForPassword(reply)
    const actor = staffActor(authorization, staff_token)
    const wait_s = await limitLogin(request.ip, actor !== null)
    if (wait_s !== null) return refuseForNow(reply, wait_s)
    if (actor === null) return askForPassword(reply)
    request.staff = actor
    if (request.method !== 'GET' && !isOurs(request, public_url)) {
      return reply.code(403).send('')
    }
  })
}

function askForPassword(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', 'Basic realm="Noi bo", charset="UTF-8"')
    .type('text/plain; charset=utf-8')
    .send('Chỉ dành cho nhân viên.')
}

function refuseForNow(reply: FastifyReply, wait_s: number): FastifyReply {
  return reply
    .code(429)
    .header('retry-after', wait_s)
    .type('text/plain; charset=utf-8')
    .send(`Sai mật khẩu quá nhiều lần. Vui lòng thử lại sau ${Math.ceil(wait_s / 60)} phút.`)
}

function isOurs({ headers }: FastifyRequest, public_url: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  return isSameOrigin({ site: site?.toString(), origin }, public_url)
}
