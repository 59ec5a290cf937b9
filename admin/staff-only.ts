import type { FastifyReply, FastifyRequest } from 'fastify'
import { staffActor } from '#admin/auth/staff-token.ts'
import type { StaffActor } from '#pure/contract.ts'

/** Who acts; null for who is no staff, and that one is answered here. */
export function actorOf(
  request: FastifyRequest,
  reply: FastifyReply,
  staff_token: string,
): StaffActor | null {
  const actor = staffActor(request.headers.authorization, staff_token)
  if (actor !== null) return actor
  void reply
    .code(401)
    .header('www-authenticate', 'Basic realm="Noi bo", charset="UTF-8"')
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('Chỉ dành cho nhân viên.')
  return null
}
