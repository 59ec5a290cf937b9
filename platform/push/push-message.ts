import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

/** What a browser gives to whoever may write to it (Push API). Keys are base64url. */
export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** The key pair by which push services know this shop (RFC 8292). */
export interface PushKeys {
  /** 65 bytes, uncompressed. */
  public_key: Buffer
  private_key: Buffer
}

/** P-256. A private key is any number of 32 bytes below the order of the curve. */
const curve = 'prime256v1'
const record_size = 4_096
const jwt_life_s = 12 * 3_600

/** Push services of the browsers. A browser can name any address; to others the shop sends nothing. */
const push_hosts = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
]

export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  const is_plain = protocol === 'https:' && port === '' && username === ''
  return is_plain && push_hosts.some((host) => host.test(hostname))
}

/** `key` is a private key of 32 bytes in hex. */
export function pushKeysOf(key: string): PushKeys {
  const pair = createECDH(curve)
  pair.setPrivateKey(key, 'hex')
  return { public_key: pair.getPublicKey(), private_key: pair.getPrivateKey() }
}

/** Whether messages can be encrypted for these keys: a point of the curve and 16 bytes. */
export function areKeysUsable({ p256dh, auth }: PushSubscription): boolean {
  try {
    const pair = createECDH(curve)
    pair.generateKeys()
    pair.computeSecret(decoded(p256dh))
    return decoded(auth).length === 16
  } catch {
    return false
  }
}

/** The fresh values of a message. Tests take those of the RFC. */
interface Fresh {
  salt: Buffer
  /** A key pair for this message alone. */
  private_key: Buffer | null
}

/** Encrypts a text for a browser: one record of aes128gcm (RFC 8291). */
export function encryptPush(
  text: string,
  { p256dh, auth }: PushSubscription,
  fresh: Fresh = { salt: randomBytes(16), private_key: null },
): Buffer<ArrayBuffer> {
  const own = createECDH(curve)
  if (fresh.private_key === null) own.generateKeys()
  else own.setPrivateKey(fresh.private_key)
  const [own_key, their_key] = [own.getPublicKey(), decoded(p256dh)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), their_key, own_key])
  const secret = derived(own.computeSecret(their_key), decoded(auth), info, 32)
  const key = derived(secret, fresh.salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(secret, fresh.salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 ends the last record.
  const sealed = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()]
  const head = Buffer.alloc(5)
  head.writeUInt32BE(record_size)
  head.writeUInt8(own_key.length, 4)
  return Buffer.concat([fresh.salt, head, own_key, ...sealed, cipher.getAuthTag()])
}

/** The header that proves to a push service who writes (RFC 8292). `subject`: whom it may ask, such as mailto:… */
export function pushAuthorization(
  endpoint: string,
  { public_key, private_key }: PushKeys,
  subject: string,
  now: Date,
): string {
  const expires = Math.floor(now.getTime() / 1_000) + jwt_life_s
  const signed = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(endpoint).origin, exp: expires, sub: subject },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const [d, x, y] = [private_key, public_key.subarray(1, 33), public_key.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${public_key.toString('base64url')}`
}

function derived(secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}

function decoded(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
