import {
  createRemoteJWKSet,
  customFetch as fetchKeys,
  errors as jose_errors,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type AuthorizationServer,
  calculatePKCECodeChallenge,
  type Client,
  clockSkew,
  customFetch,
  discoveryRequest,
  ClientSecretBasic,
  ClientSecretPost,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  ResponseBodyError,
  UnsupportedOperationError,
  validateAuthResponse,
} from 'oauth4webapi'
import type { Now } from '#platform/clock.ts'

interface Options {
  /** The address of the provider. */
  issuer: string
  client_id: string
  client_secret: string
  /** Sends the secret in the body: Google's documents know no other way. */
  is_secret_in_body?: boolean
  /** The one address that the provider sends browsers back to. */
  redirect_uri: string
  /** What the provider is asked to tell. */
  scope?: string
  /** Sends requests to the provider. It may run in this process. */
  send: typeof fetch
  now: Now
}

/** Whom an ID token names, and what it says about them. */
export type IdTokenClaims = JWTPayload & { sub: string }

export interface SecretsOfAttempt {
  state: string
  nonce: string
  code_verifier: string
}

interface Authorization extends SecretsOfAttempt {
  /** Further parameters, such as `prompt`. */
  parameters?: Readonly<Record<string, string>>
}

/** A relying party of one OpenID Connect provider: code flow with PKCE S256, state and nonce. */
export interface OpenIdClient {
  /** Returns the address of the provider to send a browser to. */
  authorizationUrl: (authorization: Authorization) => Promise<string>
  /** Exchanges a code and verifies the ID token. Returns what it says, or throws CodeRefused. */
  redeem: (secrets: SecretsOfAttempt, code: string) => Promise<IdTokenClaims>
  /** Returns the address where the provider ends its own session; null: it has none. */
  endSessionUrl: (back_to: string) => Promise<string | null>
}

/** The provider does not accept the code, or its answer is not signed, addressed or dated as it must be. */
export class CodeRefused extends Error {
  override name = 'CodeRefused'
}
/** The provider gave no readable answer. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/** Keys and endpoints are read again after this time. */
const metadata_lasts_ms = 600_000
const limit_ms = 10_000
/** The provider signs with one of these. `none` and shared secrets are not accepted. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

interface Provider {
  server: AuthorizationServer
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** Creates the relying party. The provider is asked for its endpoints at first use. */
export function openIdClient(options: Options): OpenIdClient {
  const { client_id, redirect_uri, scope = 'openid', now } = options
  const { is_secret_in_body = false, client_secret } = options
  const secret = (is_secret_in_body ? ClientSecretPost : ClientSecretBasic)(client_secret)
  const ask = { ...requestOptions(options), [allowInsecureRequests]: true }
  const provider = remembered(() => discovered(options, ask), now)
  const client = (): Client => ({
    client_id,
    [clockSkew]: Math.round((now().getTime() - Date.now()) / 1_000),
  })
  return {
    async authorizationUrl(authorization) {
      const { server } = await provider()
      const { state, nonce, code_verifier, parameters = {} } = authorization
      const asked = new URLSearchParams({
        ...{ client_id, redirect_uri, state, nonce },
        ...{ response_type: 'code', scope, code_challenge_method: 'S256' },
        code_challenge: await calculatePKCECodeChallenge(code_verifier),
        ...parameters,
      })
      return `${endpoint(server.authorization_endpoint)}?${String(asked)}`
    },
    async redeem({ state, nonce, code_verifier }, code) {
      const { server, keys } = await provider()
      const { issuer } = server
      // The provider names itself beside the code (RFC 9207). The browser's copy of that is not needed.
      const answered = new URLSearchParams({ code, state })
      if (server.authorization_response_iss_parameter_supported) answered.set('iss', issuer)
      return refusing(async () => {
        const party = client()
        const checked = validateAuthResponse(server, party, answered, state)
        const response = await reached(() =>
          authorizationCodeGrantRequest(
            ...([server, party, secret, checked, redirect_uri, code_verifier, ask] as const),
          ),
        )
        const expected = { expectedNonce: nonce, requireIdToken: true }
        const { id_token = '' } = await processAuthorizationCodeResponse(
          ...([server, party, response, expected] as const),
        )
        const about = { issuer, audience: client_id, algorithms, currentDate: now() }
        const { payload } = await reached(() => jwtVerify(id_token, keys, about))
        if (payload['nonce'] !== nonce || !payload.sub) throw new CodeRefused('another nonce')
        return { ...payload, sub: payload.sub }
      })
    },
    async endSessionUrl(back_to) {
      const { server } = await provider()
      if (server.end_session_endpoint === undefined) return null
      const query = new URLSearchParams({ client_id, post_logout_redirect_uri: back_to })
      return `${server.end_session_endpoint}?${String(query)}`
    },
  }
}

function requestOptions({ send }: Options) {
  return {
    [customFetch]: (url: string, init: object) => send(url, init),
    signal: () => AbortSignal.timeout(limit_ms),
  }
}

type Ask = ReturnType<typeof requestOptions> & { [allowInsecureRequests]: boolean }

async function discovered({ issuer, send }: Options, ask: Ask): Promise<Provider> {
  const address = new URL(issuer)
  const server = await discoveryRequest(address, ask)
    .then((response) => processDiscoveryResponse(address, response))
    .catch((cause: unknown) => {
      throw new ProviderUnreachable('the provider does not say what it offers', { cause })
    })
  const keys = createRemoteJWKSet(new URL(endpoint(server.jwks_uri)), {
    [fetchKeys]: (url, init) => send(url, init),
    timeoutDuration: limit_ms,
  })
  return { server, keys }
}

/** Errors of the network, and answers of 5xx, say nothing about the code. */
export async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask()
    if (answer instanceof Response && answer.status >= 500) {
      throw new ProviderUnreachable(`status ${answer.status}`)
    }
    return answer
  } catch (error) {
    if (isRefusal(error)) throw error
    throw new ProviderUnreachable('the provider does not answer', { cause: error })
  }
}

/** Turns what the provider or the checks of its answer refuse into one error. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new CodeRefused('the provider refused', { cause: error })
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof CodeRefused ||
    error instanceof ResponseBodyError ||
    error instanceof OperationProcessingError ||
    error instanceof UnsupportedOperationError ||
    (error instanceof jose_errors.JOSEError && !(error instanceof jose_errors.JWKSTimeout))
  )
}

function endpoint(address: string | undefined): string {
  if (address === undefined) throw new ProviderUnreachable('the provider names no such endpoint')
  return address
}

/** Keeps a value for some minutes. A failure is not kept. */
function remembered(load: () => Promise<Provider>, now: Now): () => Promise<Provider> {
  let known: Promise<Provider> | null = null
  let loaded_at = 0
  return () => {
    if (known !== null && now().getTime() - loaded_at < metadata_lasts_ms) return known
    loaded_at = now().getTime()
    const loading = load()
    loading.catch(() => (known = null))
    known = loading
    return loading
  }
}
