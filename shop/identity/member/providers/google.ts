import type { Now } from '#platform/clock.ts'
import { idTokenVerifier } from '#platform/openid/id-token.ts'
import { type IdTokenClaims, openIdClient } from '#platform/openid/openid-client.ts'
import {
  type Identity,
  identityOf,
  type OneTap,
  type Provider,
} from '#shop/identity/member/providers/identity-provider.ts'

/** Google, or the issuer of a demo that plays it. */
export interface GoogleSettings {
  issuer: string
  /** How ID tokens may name the issuer. Google has two spellings. */
  issuers: readonly string[]
  jwks_url: string
  algorithms: readonly string[]
  client_id: string
  client_secret: string
  redirect_uri: string
  /** The page that shows the one-tap prompt. */
  one_tap_page: string
  send: typeof fetch
  now: Now
}

/** Google itself (developers.google.com/identity/openid-connect, and gsi/web for the prompt). */
export const google = {
  issuer: 'https://accounts.google.com',
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  jwks_url: 'https://www.googleapis.com/oauth2/v3/certs',
  algorithms: ['RS256'],
} as const

/** Sign-in by the code flow of OpenID Connect, with PKCE, state and nonce. */
export function googleProvider(settings: GoogleSettings): Provider {
  const client = openIdClient({
    ...settings,
    ...{ scope: 'openid email profile', is_secret_in_body: true },
  })
  return {
    authorizationUrl: (secrets) =>
      client.authorizationUrl({ ...secrets, parameters: { prompt: 'select_account' } }),
    identify: async (secrets, code) => personOf(await client.redeem(secrets, code)),
  }
}

/** The one-tap prompt: its credential is an ID token for the nonce that the page was given. */
export function googleOneTap(settings: GoogleSettings): OneTap {
  const verify = idTokenVerifier(settings)
  return {
    frameUrl: (nonce) => `${settings.one_tap_page}?${new URLSearchParams({ nonce })}`,
    verify: async (credential) => {
      const claims = await verify(credential)
      return { ...personOf(claims), nonce: claims.nonce }
    },
  }
}

function personOf({ sub, name, email, email_verified }: IdTokenClaims): Identity {
  return identityOf({ subject: sub, name, email: email_verified === true ? email : null })
}
