import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** A new private key for ES256, as a JWK with an id of its own. */
export function newSigningKey(): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomBytes(12).toString('base64url')
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }
}
