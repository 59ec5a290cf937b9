import { randomBytes } from 'node:crypto'
import { hmacHex, isSame } from '#platform/http/signature.ts'

/** Names browsers by random ids that nobody else can make up, so that an attempt counts under a device. */
export interface DeviceIds {
  /** The value of a new cookie. */
  issue: () => string
  /** The id in the value of a cookie; null: we have not issued it. */
  read: (value: string) => string | null
}

const form = /^([\w-]{22})\.([0-9a-f]{64})$/

export function deviceIds(key: string): DeviceIds {
  return {
    issue: () => {
      const id = randomBytes(16).toString('base64url')
      return `${id}.${hmacHex(key, id)}`
    },
    read: (value) => {
      const [, id = '', signature = ''] = form.exec(value) ?? []
      return id !== '' && isSame(signature, hmacHex(key, id)) ? id : null
    },
  }
}
