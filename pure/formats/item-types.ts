/**
 * The item types of contract §3, as numbers on the wire: what is paid at once, repair services that are booked, and
 * what is bought in parts. Each is a tab of the cart, and a checkout has lines of one type. `installment_type` is
 * something else: which kind of loan a checkout of the last type is for.
 *
 * Code of the browser writes the numbers: there this module would be a request of its own for 56 bytes.
 */
export const item_types = { normal: 1, booking: 2, installment: 4 } as const

export type ItemType = (typeof item_types)[keyof typeof item_types]
