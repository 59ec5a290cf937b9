import { randomInt } from 'node:crypto'

/** No letter that looks like another one or like a digit. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 9

/** A new code of a parcel, such as "VD7K3M9QXZT". Random, because a carrier remembers codes after our restore. */
export function newParcelCode(): string {
  return `VD${Array.from({ length }, () => letters[randomInt(letters.length)]).join('')}`
}
