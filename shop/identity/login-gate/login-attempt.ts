import { createHash, createHmac, randomBytes } from 'node:crypto'
import { login_state_prefix } from '#contracts/storefront/login-gate.ts'

/** How long a sign-in may take at the member site. */
export const attempt_life_s = 600

/** A new random state of a sign-in: 256 bits, with a mark that no other parameter of an address has. */
export function newState(): string {
  return login_state_prefix + randomBytes(32).toString('base64url')
}

/** A new random key of a browser. */
export function newBrowserKey(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text is the key of a browser. An empty one would be the same for everybody without the cookie. */
export function isBrowserKey(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Only hashes are stored. */
export function secretHash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The PKCE verifier and the nonce of a sign-in. They follow from the browser's key, so they are stored nowhere. */
export function derivedSecrets(browser_key: string, state: string) {
  const derived = (purpose: string) =>
    createHmac('sha256', browser_key).update(`${purpose} ${state}`).digest('base64url')
  return { state, code_verifier: derived('verifier'), nonce: derived('nonce') }
}
