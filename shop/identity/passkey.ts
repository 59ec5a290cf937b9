import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Whom passkeys are for: the shop at its public address. A passkey works at this host name and nowhere else. */
export interface PasskeySite {
  /** The host name (WebAuthn: RP ID). */
  host: string
  origin: string
  name: string
}

/** How long a challenge may be signed. */
export const challenge_life_s = 5 * 60
/** Open challenges of one session, and of one address without a session. */
export const max_challenges = 100
/** Passkeys of one account. */
export const max_passkeys = 10

const challenge_bytes = 32

/** The site of the shop at this address. */
export function passkeySite(public_url: string, name: string): PasskeySite {
  const { hostname, origin } = new URL(public_url)
  return { host: hostname, origin, name }
}

/** A new random value that a passkey signs once. */
export function newChallenge(): Buffer {
  return randomBytes(challenge_bytes)
}

/** What authenticators keep instead of the name of an account. */
export function userHandle({ passkey_handle }: { passkey_handle: string }): Buffer {
  return Buffer.from(passkey_handle)
}

/** EdDSA, ES256 and RS256 (COSE). The default of the library has one more, of which Node warns. */
const algorithms = [-8, -7, -257]

const encoded = z.base64url().max(16_000)
const common = { id: encoded, rawId: encoded, type: z.literal('public-key') }
const Signed = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.nullish(),
  }),
})
const Created = z.object({
  ...common,
  response: z.object({ clientDataJSON: encoded, attestationObject: encoded }),
})
const ClientData = z.object({ challenge: encoded })

/** What a passkey signed. */
type SignedAnswer = z.infer<typeof Signed>

/** Reads what the browser sent. Null: it is not what a passkey signs. */
export function signedAnswer(json: string): SignedAnswer | null {
  return Signed.safeParse(parsed(json)).data ?? null
}

/** Returns the challenge that an answer says it signed. Null if it is unreadable. */
export function challengeIn(json: string): Buffer | null {
  const answer = z
    .object({ response: z.object({ clientDataJSON: encoded }) })
    .safeParse(parsed(json))
  const text = Buffer.from(answer.data?.response.clientDataJSON ?? '', 'base64url').toString()
  const { data } = ClientData.safeParse(parsed(text))
  return data === undefined ? null : Buffer.from(data.challenge, 'base64url')
}

/** Options of the browser for signing; `credential_ids` empty: any passkey of the site. */
export async function signingOptions(
  { host }: PasskeySite,
  challenge: Buffer,
  credential_ids: readonly Buffer[],
): Promise<object> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: host,
    challenge: bytes(challenge),
    userVerification: 'required',
    timeout: challenge_life_s * 1_000,
    allowCredentials: credential_ids.map((id) => ({ id: id.toString('base64url') })),
  })
}

interface NewPasskeyOf {
  login_name: string
  name: string
  passkey_handle: string
  /** Passkeys that the account has: an authenticator gets no second one. */
  credential_ids: readonly Buffer[]
}

/** Options of the browser for a new passkey that can sign in without a name. */
export async function creationOptions(
  site: PasskeySite,
  challenge: Buffer,
  account: NewPasskeyOf,
): Promise<object> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpID: site.host,
    rpName: site.name,
    userName: account.login_name,
    userDisplayName: account.name,
    userID: bytes(userHandle(account)),
    challenge: bytes(challenge),
    timeout: challenge_life_s * 1_000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: account.credential_ids.map((id) => ({ id: id.toString('base64url') })),
  })
}

/**
 * Checks a signature: challenge, origin, site, user verification. Returns how often the authenticator has signed, or
 * null if anything is wrong. The caller compares the count.
 */
export async function checkSignature(
  { host, origin }: PasskeySite,
  answer: SignedAnswer,
  { challenge, public_key }: { challenge: Buffer; public_key: Buffer },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle: _handle, ...response } = answer.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: { id: answer.id, publicKey: bytes(public_key), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for every wrong answer, with texts that are not for anybody.
    return null
  }
}

/** A passkey that an authenticator has made. */
interface CreatedPasskey {
  credential_id: Buffer
  public_key: Buffer
  sign_count: number
}

/** Checks a new passkey: challenge, origin, site, user verification. Null if anything is wrong. */
export async function checkCreation(
  { host, origin }: PasskeySite,
  json: string,
  challenge: Buffer,
): Promise<CreatedPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const answer = Created.safeParse(parsed(json)).data
  if (answer === undefined) return null
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (registrationInfo === undefined) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credential_id: Buffer.from(id, 'base64url'),
      public_key: Buffer.from(publicKey),
      sign_count: counter,
    }
  } catch {
    return null
  }
}

/** Loaded at the first passkey: it and its parsers of certificates are large. */
function library() {
  return import('@simplewebauthn/server')
}

// The library wants arrays of their own buffer.
function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
