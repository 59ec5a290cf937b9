import { randomInt } from 'node:crypto'

/** Letters and digits that nobody mistakes for others. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const code_length = 10

/** The code of a voucher of one member. */
export function newRewardCode(): string {
  const letters = Array.from({ length: code_length }, () => signs.charAt(randomInt(signs.length)))
  return `SM${letters.join('')}`
}
