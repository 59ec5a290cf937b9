import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { type OutsideCall, OutsideTrouble } from '#platform/http/outside-call.ts'
import { CodeRefused, ProviderUnreachable } from '#platform/openid/openid-client.ts'
import { identityOf, type Provider } from '#shop/identity/member/providers/identity-provider.ts'

/** Zalo, or the issuer of a demo that plays it. */
interface ZaloSettings {
  permission_url: string
  token_url: string
  profile_url: string
  app_id: string
  app_secret: string
  redirect_uri: string
  call: OutsideCall
}

/** Zalo itself (developers.zalo.me, Social API v4). */
export const zalo = {
  permission_url: 'https://oauth.zaloapp.com/v4/permission',
  token_url: 'https://oauth.zaloapp.com/v4/access_token',
  profile_url: 'https://graph.zalo.me/v2.0/me',
} as const

const Token = z.object({ access_token: z.string().min(1) })
/** Some answers have the id as a number, which JSON cannot hold exactly: only texts are taken. */
const Profile = z.object({ id: z.string().min(1), name: z.string().optional() })

/**
 * Sign-in by OAuth v4 with PKCE. There is no ID token: the shop's server itself fetches the profile, over TLS, with a
 * token that it got for its own secret. Zalo tells no e-mail address, and answers errors with status 200.
 */
export function zaloProvider(settings: ZaloSettings): Provider {
  const { permission_url, token_url, profile_url, app_id, app_secret, redirect_uri } = settings
  return {
    authorizationUrl: ({ state, code_verifier }) => {
      const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
      const asked = new URLSearchParams({ app_id, redirect_uri, code_challenge, state })
      return Promise.resolve(`${permission_url}?${String(asked)}`)
    },
    identify: async ({ code_verifier }, code) => {
      const form = { app_id, code, code_verifier, grant_type: 'authorization_code' }
      const { access_token } = await asked(settings, Token, {
        method: 'POST',
        url: token_url,
        headers: { secret_key: app_secret, 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams(form)),
      })
      const appsecret_proof = createHmac('sha256', app_secret).update(access_token).digest('hex')
      const { id, name } = await asked(settings, Profile, {
        method: 'GET',
        url: `${profile_url}?fields=id,name`,
        headers: { access_token, appsecret_proof },
      })
      return identityOf({ subject: id, name, email: null })
    },
  }
}

/** Calls Zalo. An answer with an error, or without what was asked for, refuses the code. */
async function asked<T>(
  { call }: ZaloSettings,
  form: z.ZodType<T>,
  request: Parameters<OutsideCall>[0],
): Promise<T> {
  const { status, body } = await call(request).catch((cause: unknown) => {
    if (cause instanceof OutsideTrouble) throw new ProviderUnreachable('Zalo', { cause })
    throw cause
  })
  if (status === 429 || status >= 500) throw new ProviderUnreachable(`Zalo: status ${status}`)
  const answer = form.safeParse(readJson(body))
  if (status !== 200 || !answer.success) throw new CodeRefused(`Zalo: status ${status}`)
  return answer.data
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
