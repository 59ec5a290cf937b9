import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of a text, in lower-case hex. */
export function hmacHex(secret: string, text: string | Buffer): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** Whether two texts are the same, in a time that tells nothing about where they differ. */
export function isSame(given: string, expected: string): boolean {
  // Both are hashed first: equal lengths, whatever was sent.
  const key = 'compare'
  return timingSafeEqual(
    Buffer.from(hmacHex(key, given), 'hex'),
    Buffer.from(hmacHex(key, expected), 'hex'),
  )
}
