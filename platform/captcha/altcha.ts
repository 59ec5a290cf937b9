import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Captcha, FirstUse } from '#platform/captcha/captcha.ts'
import type { Now } from '#platform/clock.ts'

export interface Altcha extends Captcha {
  /** A task for the browser. Creating it costs almost nothing. */
  challenge: () => Promise<Challenge>
}

interface AltchaDeps {
  key: string
  now: Now
  firstUse: FirstUse
}

const algorithm = 'PBKDF2/SHA-256'
/**
 * Rounds of one guess. It takes 256 guesses on average: a quarter of a second on a computer, one on a
 * phone.
 */
const cost = 2_000
const key_prefix = '00'
const lasts_ms = 10 * 60_000

const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(algorithm),
      cost: z.literal(cost),
      keyPrefix: z.literal(key_prefix),
      keyLength: z.literal(32),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      data: z.object({ expires: z.int() }),
    }),
    signature: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string().max(200) }),
})

/**
 * ALTCHA (altcha.org, version 2): the shopper's browser computes a proof of work. No third party is asked.
 */
export function altcha({ key, now, firstUse }: AltchaDeps): Altcha {
  return {
    offer: { kind: 'altcha' },
    challenge: () =>
      createChallenge({
        algorithm,
        cost,
        keyPrefix: key_prefix,
        deriveKey,
        hmacSignatureSecret: key,
        // The library's own expiry is not used: it reads the system clock.
        data: { expires: now().getTime() + lasts_ms },
      }),
    check: async (response) => {
      const payload = readPayload(response)
      if (payload === null) return 'wrong'
      const { challenge, solution } = payload
      const { expires } = challenge.parameters.data
      if (expires <= now().getTime()) return 'wrong'
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret: key,
      })
      if (!verified) return 'wrong'
      return (await firstUse(challenge.signature, new Date(expires))) ? 'passed' : 'wrong'
    },
  }
}

function readPayload(response: string): z.infer<typeof Payload> | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(response, 'base64').toString('utf8'))
    return Payload.safeParse(json).data ?? null
  } catch {
    return null
  }
}
