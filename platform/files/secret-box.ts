import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type KeySource, ownKey } from '#platform/files/own-key.ts'

/** Seals texts, so that nobody reads them who has the database alone. */
export interface SecretBox {
  /** `label` says what the text is: a sealed text that is put under another label does not open. */
  seal: (text: string, label: string) => Buffer
  /** Null: sealed with another key or for another label, or changed since. */
  open: (sealed: Buffer, label: string) => string | null
}

const cipher = 'aes-256-gcm'
const form = 1
const nonce_bytes = 12
const tag_bytes = 16

/** AES-256-GCM under a key of this shop; the key is derived or read at first need. */
export function secretBox(source: KeySource, purpose: string): SecretBox {
  let known: Buffer | null = null
  const key = () => (known ??= Buffer.from(ownKey(source, purpose), 'hex'))
  return {
    seal: (text, label) => {
      const nonce = randomBytes(nonce_bytes)
      const sealing = createCipheriv(cipher, key(), nonce).setAAD(Buffer.from(label))
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      return Buffer.concat([Buffer.of(form), nonce, sealing.getAuthTag(), sealed])
    },
    open: (sealed, label) => opened(key(), sealed, label),
  }
}

function opened(key: Buffer, sealed: Buffer, label: string): string | null {
  const begin = 1 + nonce_bytes + tag_bytes
  if (sealed.length < begin || sealed[0] !== form) return null
  try {
    const opening = createDecipheriv(cipher, key, sealed.subarray(1, 1 + nonce_bytes))
    opening.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(1 + nonce_bytes, begin))
    return opening.update(sealed.subarray(begin), undefined, 'utf8') + opening.final('utf8')
  } catch {
    return null
  }
}
