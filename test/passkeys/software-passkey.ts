import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Options of the browser, as the shop sends them. */
interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

/** What a test makes wrong. */
interface Lies {
  origin?: string
  host?: string
  is_verified?: boolean
  sign_count?: number
  user_handle?: string
}

const user_present = 0x01
const user_verified = 0x04
const has_credential = 0x40

/** An authenticator in memory with one key (ES256). It answers as browsers do, or lies as a test asks. */
export class SoftwarePasskey {
  readonly id = randomBytes(16)
  readonly origin: string
  #private: KeyObject
  #public: { x?: string; y?: string }
  #user_handle = ''
  #sign_count = 0

  constructor(origin: string) {
    this.origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#private = privateKey
    this.#public = publicKey.export({ format: 'jwk' })
  }

  /** Answers options of `navigator.credentials.create`. */
  create(options: object, lies: Lies = {}): string {
    const { challenge, rp, user } = options as Options
    this.#user_handle = user?.id ?? ''
    const { x = '', y = '' } = this.#public
    const key = map([
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), byteString(Buffer.from(x, 'base64url'))],
      [integer(-3), byteString(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, key])
    const data = this.#authenticatorData(rp?.id ?? '', lies, credential)
    const attestation = map([
      [textString('fmt'), textString('none')],
      [textString('attStmt'), map([])],
      [textString('authData'), byteString(data)],
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge, lies),
      attestationObject: attestation.toString('base64url'),
    })
  }

  /** Answers options of `navigator.credentials.get`. */
  get(options: object, lies: Lies = {}): string {
    const { challenge, rpId } = options as Options
    this.#sign_count = lies.sign_count ?? this.#sign_count + 1
    const data = this.#authenticatorData(rpId ?? '', lies)
    const clientDataJSON = this.#clientData('webauthn.get', challenge, lies)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    return this.#answer({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, hash]), this.#private).toString('base64url'),
      userHandle: lies.user_handle ?? this.#user_handle,
    })
  }

  #authenticatorData(host: string, lies: Lies, credential?: Buffer): Buffer {
    const flags =
      user_present |
      (lies.is_verified === false ? 0 : user_verified) |
      (credential === undefined ? 0 : has_credential)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.#sign_count)
    const site = createHash('sha256')
      .update(lies.host ?? host)
      .digest()
    return Buffer.concat([site, Buffer.from([flags]), count, credential ?? Buffer.alloc(0)])
  }

  #clientData(type: string, challenge: string, { origin = this.origin }: Lies): string {
    const data = { type, challenge, origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  #answer(response: object): string {
    const id = this.id.toString('base64url')
    return JSON.stringify({ id, rawId: id, type: 'public-key', response })
  }
}

// CBOR (RFC 8949): as much of it as authenticators write.
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
function integer(value: number): Buffer {
  return value >= 0 ? head(0, value) : head(1, -1 - value)
}
function byteString(bytes: Buffer): Buffer {
  return Buffer.concat([head(2, bytes.length), bytes])
}
function textString(text: string): Buffer {
  return Buffer.concat([head(3, text.length), Buffer.from(text)])
}
function map(pairs: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([head(5, pairs.length), ...pairs.flat()])
}
