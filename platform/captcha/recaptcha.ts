import { z } from 'zod'
import type { Captcha, FirstUse } from '#platform/captcha/captcha.ts'
import type { Now } from '#platform/clock.ts'
import { boundedText } from '#platform/http/bounded-body.ts'
import type { Log } from '#platform/observe/log.ts'

export interface RecaptchaKeys {
  site_key: string
  secret: string
}

interface RecaptchaDeps extends RecaptchaKeys {
  now: Now
  log: Log
  firstUse: FirstUse
  send?: typeof fetch
}

const verify_address = 'https://www.google.com/recaptcha/api/siteverify'
const limit_ms = 10_000
const max_bytes = 100_000
/** Google accepts a response for two minutes. */
const lasts_ms = 5 * 60_000

const Verified = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
})

/** Error codes that mean that the keys of the shop are wrong, not the response of the shopper. */
const key_errors = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request'])

/**
 * Google reCAPTCHA v2 (developers.google.com/recaptcha/docs/verify). It passes only if Google confirms it.
 */
export function recaptcha(deps: RecaptchaDeps): Captcha {
  const { site_key, log, firstUse, now } = deps
  return {
    offer: { kind: 'recaptcha', site_key },
    check: async (response, ip) => {
      try {
        const { success, 'error-codes': codes = [] } = await askGoogle(deps, response, ip)
        if (codes.some((code) => key_errors.has(code))) {
          log.error({ codes }, 'reCAPTCHA refuses the keys of this shop')
          return 'unavailable'
        }
        if (!success) return 'wrong'
        const expires_at = new Date(now().getTime() + lasts_ms)
        return (await firstUse(`recaptcha:${response}`, expires_at)) ? 'passed' : 'wrong'
      } catch (error) {
        log.warn({ err: error }, 'the request to reCAPTCHA failed')
        return 'unavailable'
      }
    },
  }
}

async function askGoogle(
  { secret, send = fetch }: RecaptchaDeps,
  response: string,
  remoteip: string,
) {
  const answer = await send(verify_address, {
    method: 'POST',
    body: new URLSearchParams({ secret, response, remoteip }),
    redirect: 'error',
    signal: AbortSignal.timeout(limit_ms),
  })
  return Verified.parse(JSON.parse(await boundedText(answer, max_bytes)))
}
