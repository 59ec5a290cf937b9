import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

interface Granted {
  subject: string
  nonce: string
  challenge: string
  redirect_uri: string
}

/** What a test may do wrong in the name of the provider. */
interface Wrongs {
  /** Claims instead of the right ones. */
  claims?: Record<string, unknown>
  /** Signs with a key that nobody knows. */
  is_forged?: boolean
  /** Answers every request with this status. */
  status?: number
}

/** An OpenID Connect provider for tests: the shop's side is tested without the pages of the member site. */
export interface LocalIssuer {
  send: typeof fetch
  wrongs: Wrongs
  /** Signs a member in at the address that the shop sent the browser to. Returns code and state. */
  signIn: (url: string, customer_id: number) => { code: string; state: string }
  /** Requests to the token endpoint so far. */
  redeemed: () => number
}

/** Opens a provider of one client. Codes are used once and need the verifier of their challenge. */
export async function openLocalIssuer(issuer: string, now: () => Date): Promise<LocalIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const codes = new Map<string, Granted>()
  const wrongs: Wrongs = {}
  let redeemed = 0
  const json = (body: unknown, status = 200) => Response.json(body, { status })

  async function answer(path: string, body: string): Promise<Response> {
    if (path === '/.well-known/openid-configuration') {
      return json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      })
    }
    if (path === '/jwks') {
      return json({ keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'RS256' }] })
    }
    if (path === '/token') return token(new URLSearchParams(body))
    return json({}, 404)
  }

  async function token(form: URLSearchParams): Promise<Response> {
    redeemed += 1
    const code = form.get('code') ?? ''
    const granted = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const is_right =
      granted?.challenge === challenge && granted.redirect_uri === form.get('redirect_uri')
    if (!granted || !is_right) return json({ error: 'invalid_grant' }, 400)
    const at = Math.floor(now().getTime() / 1_000)
    const claims = {
      ...{ iss: issuer, aud: 'dienthoaivui', sub: granted.subject },
      ...{ nonce: granted.nonce, iat: at, exp: at + 300, ...wrongs.claims },
    }
    const key = wrongs.is_forged === true ? foreign.privateKey : privateKey
    const id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: '1' })
      .sign(key)
    return json({ access_token: randomBytes(9).toString('hex'), token_type: 'Bearer', id_token })
  }

  return {
    wrongs,
    redeemed: () => redeemed,
    send: async (input, init) => {
      const request = new Request(input as string, init)
      if (wrongs.status !== undefined) return json({}, wrongs.status)
      return answer(new URL(request.url).pathname, await request.text())
    },
    signIn(url, customer_id) {
      const query = new URL(url).searchParams
      const code = randomBytes(16).toString('base64url')
      const read = (name: string) => query.get(name) ?? ''
      codes.set(code, {
        subject: String(customer_id),
        nonce: read('nonce'),
        challenge: read('code_challenge'),
        redirect_uri: read('redirect_uri'),
      })
      return { code, state: read('state') }
    },
  }
}
