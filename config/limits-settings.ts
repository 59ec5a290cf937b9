import { isIP } from 'node:net'
import { z } from 'zod'

/** RATE_LIMITS: on, off, or a factor for every rule of contracts/limits.ts; 0 means off. */
export const rateLimits = z
  .string()
  .regex(/^(on|off|\d{1,4}(\.\d{1,3})?)$/, 'must be on, off or a number such as 0.5 or 10')
  .transform((text) => (text === 'on' ? 1 : text === 'off' ? 0 : Number(text)))
  .default(1)

/**
 * TRUST_PROXY: addresses or networks of proxies whose X-Forwarded-For is trusted, separated by commas; `none`: there
 * is no proxy.
 */
export const trustProxy = z
  .string()
  .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((part) => part.trim())))
  .refine(
    (parts) => parts.every(isNetwork),
    'must be none, or addresses or networks of proxies, such as 127.0.0.1,10.0.0.0/8',
  )
  .optional()

/** Google's test secret, which accepts every captcha (developers.google.com/recaptcha/docs/faq). */
export const recaptcha_test_secret = '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe'

/** The keys of reCAPTCHA. Null if one is missing: then ALTCHA is used. */
export function recaptchaKeys(site_key: string | undefined, secret: string | undefined) {
  return site_key === undefined || secret === undefined ? null : Object.freeze({ site_key, secret })
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (kind === 4 ? 32 : 128))
  )
}
