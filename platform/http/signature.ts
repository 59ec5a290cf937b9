import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of a text, in lower-case hex. */
export function hmacHex(secret: string, text: string | Buffer): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** Whether two texts are equal, in a time that does not reveal where they differ. */
export function isSame(actual: string, expected: string): boolean {
  // Both are hashed first, so that their lengths are equal.
  const key = 'compare'
  return timingSafeEqual(
    Buffer.from(hmacHex(key, actual), 'hex'),
    Buffer.from(hmacHex(key, expected), 'hex'),
  )
}
