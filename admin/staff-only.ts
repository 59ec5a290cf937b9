import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets staff in who know the token (HTTP Basic, any name) and sends everybody else away; true when
 * somebody was sent away. Writes must also come from a page of ours.
 */
export function isStranger(
  request: FastifyRequest,
  reply: FastifyReply,
  staff_token: string,
): boolean {
  if (isSame(passwordOf(request.headers.authorization), staff_token)) return false
  void reply
    .code(401)
    .header('www-authenticate', 'Basic realm="Noi bo", charset="UTF-8"')
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('Chỉ dành cho nhân viên.')
  return true
}

function passwordOf(authorization: string | undefined): string {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1] ?? ''
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return password.join(':')
}

// Hashed first, so that neither length nor place of a difference shows in the time.
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
