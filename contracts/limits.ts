import type { Limit } from '#pure/contract.ts'

const minute = 60
const hour = 3_600

/**
 * How often what may be done, in one place (contract §5, decisions/078). Whoever knows a phone or a token is
 * held to what a person does; an address may be an office or a mobile network with hundreds of buyers.
 */
export const limits = {
  guest_token: [{ name: 'guest-token', by: 'ip', most: 1_500, window_s: 10 * minute }],
  /** Whose phone it is has not asked for it: beyond the ceiling no machine that solves captchas helps. */
  set_address: [
    { name: 'address', by: 'phone', most: 30, window_s: hour, ceiling: 120 },
    { name: 'address', by: 'token', most: 30, window_s: 10 * minute },
    { name: 'address', by: 'ip', most: 600, window_s: 10 * minute },
  ],
  /** Staff call for every order, and a mail goes to an address that may be a stranger's. */
  create_order: [
    { name: 'order', by: 'phone', most: 15, window_s: hour, ceiling: 60 },
    { name: 'order', by: 'email', most: 15, window_s: hour, ceiling: 60 },
    { name: 'order', by: 'token', most: 30, window_s: 10 * minute },
    { name: 'order', by: 'ip', most: 600, window_s: 10 * minute },
    { name: 'order', by: 'everybody', most: 200_000, window_s: 10 * minute, per_process: true },
  ],
  /** Each may knock at a provider of payments, who counts too. */
  start_payment: [
    { name: 'payment', by: 'token', most: 40, window_s: 10 * minute, ceiling: 200 },
    { name: 'payment', by: 'ip', most: 900, window_s: 10 * minute },
  ],
  qr_code: [
    { name: 'qrcode', by: 'token', most: 120, window_s: 10 * minute },
    { name: 'qrcode', by: 'ip', most: 1_800, window_s: 10 * minute },
  ],
  /** Codes can be guessed, from many addresses at once. */
  voucher: [
    { name: 'voucher', by: 'token', most: 20, window_s: 10 * minute, ceiling: 100 },
    { name: 'voucher', by: 'ip', most: 200, window_s: 10 * minute },
    { name: 'voucher', by: 'everybody', most: 5_000, window_s: 10 * minute },
  ],
  abandon_cart: [
    { name: 'abandon-cart', by: 'token', most: 10, window_s: hour },
    { name: 'abandon-cart', by: 'ip', most: 100, window_s: hour },
    { name: 'abandon-cart', by: 'everybody', most: 3_000, window_s: hour },
  ],
  /** Who waits asks every few seconds, from two tabs perhaps. */
  slot_wait: [
    { name: 'slot-wait', by: 'token', most: 120, window_s: minute, per_process: true },
    { name: 'slot-wait', by: 'ip', most: 12_000, window_s: minute, per_process: true },
  ],
  /** Only what is not in memory yet is counted (decisions/069): that is what costs. */
  suggest: [{ name: 'suggest', by: 'ip', most: 600, window_s: minute, per_process: true }],
  /** An honest link is right the first time. */
  order_secret: [{ name: 'secret', by: 'ip', most: 30, window_s: minute, only_misses: true }],
} as const satisfies Record<string, readonly Limit[]>
