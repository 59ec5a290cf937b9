import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import type { Now } from '#platform/clock.ts'
import {
  CodeRefused,
  type IdTokenClaims,
  ProviderUnreachable,
  reached,
  refusing,
} from '#platform/openid/openid-client.ts'

interface Rules {
  /** How the issuer may name itself. */
  issuers: readonly string[]
  /** The client that the token must be made for. */
  client_id: string
  algorithms: readonly string[]
  jwks_url: string
  /** Sends the request for the keys. The issuer may run in this process. */
  send: typeof fetch
  now: Now
}

interface VerifiedIdToken extends IdTokenClaims {
  nonce: string
}

const limit_ms = 10_000
/** A token is handed on at once. One that is older was kept by somebody. */
const longest_age_s = 600
/** Clocks differ: a token that was just signed may seem to come from the next seconds. */
const clock_tolerance_s = 10

/**
 * Verifies ID tokens that a browser brings: signature by the issuer's published keys, issuer, client, times and a
 * nonce. Whether the nonce is the right one says the caller. Throws CodeRefused, or ProviderUnreachable without the
 * keys, which are cached.
 */
export function idTokenVerifier({ issuers, client_id, algorithms, jwks_url, send, now }: Rules) {
  const keys = createRemoteJWKSet(new URL(jwks_url), {
    [customFetch]: async (url, init) => {
      const answer = await send(url, init)
      if (answer.status !== 200) throw new ProviderUnreachable(`status ${answer.status}`)
      return answer
    },
    timeoutDuration: limit_ms,
  })
  return (token: string): Promise<VerifiedIdToken> =>
    refusing(async () => {
      const { payload } = await reached(() =>
        jwtVerify(token, keys, {
          issuer: [...issuers],
          audience: client_id,
          algorithms: [...algorithms],
          currentDate: now(),
          maxTokenAge: longest_age_s,
          clockTolerance: clock_tolerance_s,
          requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
        }),
      )
      const { aud, azp, nonce, sub } = payload
      // A token for several clients, or asked for by another one, is not for us alone.
      if (aud !== client_id || (azp !== undefined && azp !== client_id)) {
        throw new CodeRefused('another client')
      }
      if (typeof nonce !== 'string' || nonce === '' || !sub) throw new CodeRefused('no nonce')
      return { ...payload, sub, nonce }
    })
}
