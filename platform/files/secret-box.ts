import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type KeySource, ownKey } from '#platform/files/own-key.ts'

/** Encrypts texts, so that the database alone does not reveal them. */
export interface SecretBox {
  /** `label` names the purpose of the text: a sealed text does not open under another label. */
  seal: (text: string, label: string) => Buffer
  /** Null if it was sealed with another key or label, or has been changed. */
  open: (sealed: Buffer, label: string) => string | null
}

const cipher = 'aes-256-gcm'
const format = 1
const nonce_bytes = 12
const tag_bytes = 16

/** AES-256-GCM with a key of this shop. The key is derived or read at first use. */
export function secretBox(source: KeySource, purpose: string): SecretBox {
  let cached_key: Buffer | null = null
  return boxOf(() => (cached_key ??= Buffer.from(ownKey(source, purpose), 'hex')))
}

/** The same with a key of 32 bytes that the caller keeps. */
export function boxOf(key: () => Buffer): SecretBox {
  return {
    seal: (text, label) => sealBytes(key(), Buffer.from(text, 'utf8'), label),
    open: (sealed, label) => openBytes(key(), sealed, label)?.toString('utf8') ?? null,
  }
}

/** Encrypts bytes with a key of 32 bytes that the caller keeps. `label` as in SecretBox. */
export function sealBytes(key: Buffer, bytes: Uint8Array, label: string): Buffer {
  const nonce = randomBytes(nonce_bytes)
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(label))
  const sealed = Buffer.concat([sealing.update(bytes), sealing.final()])
  return Buffer.concat([Buffer.of(format), nonce, sealing.getAuthTag(), sealed])
}

/** Null if they were sealed with another key or label, or have been changed. */
export function openBytes(key: Buffer, sealed: Buffer, label: string): Buffer | null {
  const begin = 1 + nonce_bytes + tag_bytes
  if (sealed.length < begin || sealed[0] !== format) return null
  try {
    const opening = createDecipheriv(cipher, key, sealed.subarray(1, 1 + nonce_bytes))
    opening.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(1 + nonce_bytes, begin))
    return Buffer.concat([opening.update(sealed.subarray(begin)), opening.final()])
  } catch {
    return null
  }
}
