import { createECDH, createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'

export interface DemoIssuerDeps {
  /** Signs, and is the secret of the only client (hex). */
  key: string
  shop_name: string
  now: () => Date
}

/** The one client of the issuer: the shop. */
export const demo_client = 'tiem-demo'
const algorithm = 'ES256'
/** Codes and tokens are handed on at once. */
const life_s = 300

/** Somebody who exists in demos alone. */
export interface DemoPerson {
  sub: string
  name: string
  email: string
}

/** People to choose from. The domain is reserved for examples. */
export const demo_people: readonly DemoPerson[] = [
  person('Nguyễn Minh An', 'minhan@example.com'),
  person('Trần Thu Hà', 'thuha@example.com'),
]

/** A person of a name. The same name is the same person. */
export function person(name: string, email: string): DemoPerson {
  const sub = createHash('sha256').update(email).digest('hex').slice(0, 20)
  return { sub: String(BigInt(`0x${sub}`)), name, email }
}

/** Signs and reads the tokens of the issuer. Its key follows from the shop's, so all processes have the same one. */
export function demoTokens({ key, now }: DemoIssuerDeps) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(key, 'hex')
  // Uncompressed: a mark, then both coordinates.
  const point = pair.getPublicKey()
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
  const private_key = importJWK({ ...jwk, d: pair.getPrivateKey('base64url') }, algorithm)
  const public_key = importJWK(jwk, algorithm)
  return {
    jwks: { keys: [{ ...jwk, kid: 'demo', alg: algorithm, use: 'sig' }] },
    /** `audience` says what a token is for, so that none is taken for another. */
    sign: async (claims: JWTPayload, issuer: string, audience: string): Promise<string> =>
      new SignJWT({ ...claims, jti: randomUUID() })
        .setProtectedHeader({ alg: algorithm, kid: 'demo' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now())
        .setExpirationTime(new Date(now().getTime() + life_s * 1_000))
        .sign(await private_key),
    /** Null: not ours, for something else, or too old. */
    read: async (token: string, issuer: string, audience: string): Promise<JWTPayload | null> => {
      const rules = { issuer, audience, algorithms: [algorithm], currentDate: now() }
      const read = await jwtVerify(token, await public_key, rules).catch(() => null)
      return read?.payload ?? null
    },
  }
}

/** Whether somebody sent the secret. Both sides are hashed, so that their lengths say nothing. */
export function isSame(sent: unknown, secret: string): boolean {
  const [one, other] = [String(sent), secret].map((text) =>
    createHash('sha256').update(text).digest(),
  ) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}

/** Whether a verifier is the one of a challenge (PKCE S256). */
export function isVerifier(verifier: string, challenge: unknown): boolean {
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
