import { createHmac, randomBytes } from 'node:crypto'
import { type KeySource, ownKey } from '#platform/files/own-key.ts'
import { boxOf, type SecretBox, secretBox } from '#platform/files/secret-box.ts'
import type { StaffId } from '#pure/ids.ts'

/** Makes and opens the keys that seal what the ledger knows about one person each. */
export interface PersonKeys {
  /**
   * The name under which the key of a phone is stored: a keyed hash, because phones are few enough to be tried. With
   * another SECRET_KEY people get other names, and so new keys.
   */
  ofPhone: (phone: string) => string
  ofStaff: (staff_id: StaffId) => string
  /**
   * Whoever has the document of this number: a keyed hash, by which loans and sales of one person are added up. A
   * purchase is kept when the phone of its seller is erased (decision 227).
   */
  ofDocument: (number: string) => string
  /** A new key, sealed with a key of the shop. */
  generate: (person: string) => Buffer
  /** The box of a stored key. Null if it was sealed with another key of the shop. */
  open: (sealed_key: Buffer, person: string) => SecretBox | null
}

export function openPersonKeys(source: KeySource): PersonKeys {
  const box = secretBox(source, 'people')
  const named = (kind: string, id: string) => {
    const index_key = ownKey(source, 'people-index')
    return `${kind}:${createHmac('sha256', index_key).update(id).digest('hex')}`
  }
  return {
    ofPhone: (phone) => named('phone', phone),
    ofStaff: (staff_id) => named('staff', String(staff_id)),
    ofDocument: (number) => named('document', number),
    generate: (person) => box.seal(randomBytes(32).toString('hex'), person),
    open: (sealed_key, person) => {
      const key = box.open(sealed_key, person)
      return key === null ? null : boxOf(() => Buffer.from(key, 'hex'))
    },
  }
}
