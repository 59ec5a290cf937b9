import { randomBytes, randomInt } from 'node:crypto'

/**
 * Numbers that providers get are random (decision 100). A number from a sequence of the database comes again after a
 * restore, in an emptied database and in another shop on the same channel, and then means a stranger's payment.
 */

/**
 * Returns a new reference of an attempt: the order's code, T and forty random bits, 27 letters and digits. ZaloPay
 * takes 33 after its day, OnePay 40, MoMo 50 together with a refund's number.
 */
export function newReference(order_code: string): string {
  const random = randomBytes(5).toString('hex').toUpperCase()
  return `${order_code.replaceAll(/[^A-Za-z0-9]/g, '')}T${random}`
}

/**
 * Returns a new number of fifteen digits, 48 bits of it random, for providers that take digits only: payOS's orderCode
 * must be exact in JSON, and every provider takes digits in a refund's number.
 */
export function newNumber(): number {
  return randomInt(1e14, 1e14 + 2 ** 48 - 1)
}
