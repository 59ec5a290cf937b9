import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { idTokenVerifier } from '#platform/openid/id-token.ts'

const issuers = ['https://accounts.google.com', 'accounts.google.com']
const client_id = '1-x.apps.googleusercontent.com'
const now = new Date('2026-11-20T03:00:00Z')
const at_s = now.getTime() / 1_000
const right = {
  ...{ iss: issuers[0], aud: client_id, azp: client_id, sub: '110169484474386276334' },
  ...{
    nonce: 'n',
    iat: at_s - 5,
    exp: at_s + 3_600,
    email: 'an@example.com',
    email_verified: true,
  },
}

let own: Awaited<ReturnType<typeof generateKeyPair>>
let foreign: Awaited<ReturnType<typeof generateKeyPair>>
let verify: ReturnType<typeof idTokenVerifier>
let asked = 0
let status = 200

beforeAll(async () => {
  own = await generateKeyPair('RS256')
  foreign = await generateKeyPair('RS256')
  verify = opened()
})

/** A verifier that has no keys yet. */
function opened() {
  return idTokenVerifier({
    ...{ issuers, client_id, algorithms: ['RS256'], jwks_url: 'https://keys.example/certs' },
    send: async () => {
      asked += 1
      const key = { ...(await exportJWK(own.publicKey)), kid: '1', alg: 'RS256', use: 'sig' }
      return Response.json({ keys: [key] }, { status })
    },
    now: () => now,
  })
}

const signed = (claims: object, key = own.privateKey, header: object = {}) =>
  new SignJWT({ ...right, ...claims } as JWTPayload)
    .setProtectedHeader({ alg: 'RS256', kid: '1', ...header })
    .sign(key)

test('takes a right token in both spellings of the issuer, and fetches the keys once', async () => {
  asked = 0
  for (const iss of issuers) {
    expect(await verify(await signed({ iss }))).toMatchObject({ sub: right.sub, nonce: 'n' })
  }
  expect(asked).toBe(1)
})

test('takes a token of an issuer whose clock is some seconds ahead', async () => {
  expect(await verify(await signed({ iat: at_s + 5 }))).toMatchObject({ sub: right.sub })
})

test.each<[string, object]>([
  ['another client', { aud: 'other.apps.googleusercontent.com' }],
  ['several clients', { aud: [client_id, 'other.apps.googleusercontent.com'] }],
  ['asked for by another client', { azp: 'other.apps.googleusercontent.com' }],
  ['another issuer', { iss: 'https://accounts.google.com.evil.example' }],
  ['expired', { exp: at_s - 11 }],
  ['kept for long', { iat: at_s - 611 }],
  ['made tomorrow', { iat: at_s + 86_400 }],
  ['not yet valid', { nbf: at_s + 60 }],
  ['without a nonce', { nonce: undefined }],
  ['with an empty nonce', { nonce: '' }],
  ['without a person', { sub: undefined }],
])('refuses a token: %s', async (_name, claims) => {
  await expect(verify(await signed(claims))).rejects.toMatchObject({ name: 'CodeRefused' })
})

test('refuses unsigned tokens, foreign keys, shared secrets, changed claims and other texts', async () => {
  const good = await signed({})
  const [header, , signature] = good.split('.')
  const changed = Buffer.from(JSON.stringify({ ...right, sub: '1' })).toString('base64url')
  const jwk = JSON.stringify(await exportJWK(own.publicKey))
  const tokens = [
    new UnsecuredJWT(right as JWTPayload).encode(),
    await signed({}, foreign.privateKey),
    await signed({}, foreign.privateKey, { kid: '2' }),
    await new SignJWT(right as JWTPayload)
      .setProtectedHeader({ alg: 'HS256', kid: '1' })
      .sign(Buffer.from(jwk)),
    `${header}.${changed}.${signature}`,
    `${header}.${changed}.`,
    'x.y.z',
    'x',
  ]
  for (const token of tokens) {
    await expect(verify(token)).rejects.toMatchObject({ name: 'CodeRefused' })
  }
})

test('says that the issuer does not answer, where its keys cannot be had', async () => {
  status = 503
  await expect(opened()(await signed({}))).rejects.toMatchObject({ name: 'ProviderUnreachable' })
  status = 200
})
