import type { OrderState } from '#contracts/storefront/order.ts'
import type { OrderTemplate } from '#shop/notification/outbox.ts'

/** Who may move an order: the shopper, the shop's staff, money that a gateway proved, or time. */
export type Actor = 'shopper' | 'staff' | 'money' | 'clock'

/** One way for an order to move, and all that goes with it. */
export interface Move {
  /** 'new': the order comes into being with this move. */
  from: readonly (OrderState | 'new')[]
  /** 'same': the order stays where it is, and something about it is noted. */
  to: OrderState | 'same'
  by: readonly Actor[]
  /** What happens to pieces, slots and limits that the order keeps from others. */
  holds: 'take' | 'take_for_good' | 'keep' | 'settle' | 'release'
  /** What happens to the try to pay. */
  payment: 'start' | 'due_at_the_door' | 'replace' | 'paid' | 'end' | 'keep'
  /** Whether money that was paid is to go back. */
  refund: boolean
  /** What the shopper is told; in the same transaction (decision 080). */
  tells: OrderTemplate | null
  /** Only when the order's time to pay is over. */
  only_overdue?: true
}

/**
 * Every state of an order and every move between them (spec §4, product-language §3.6): the only truth;
 * docs/how-money-moves.md draws it. Orders go forward; the one step back is money for one that ended.
 */
export const moves = {
  place_online: {
    from: ['new'],
    to: 'awaiting_payment',
    by: ['shopper'],
    holds: 'take',
    payment: 'start',
    refund: false,
    tells: 'order_waiting',
  },
  place_at_door: {
    from: ['new'],
    to: 'pending',
    by: ['shopper'],
    holds: 'take_for_good',
    payment: 'due_at_the_door',
    refund: false,
    tells: 'order_placed',
  },
  choose_online: {
    from: ['awaiting_payment'],
    to: 'same',
    by: ['shopper'],
    holds: 'keep',
    payment: 'replace',
    refund: false,
    tells: null,
  },
  choose_at_door: {
    from: ['awaiting_payment'],
    to: 'pending',
    by: ['shopper'],
    holds: 'settle',
    payment: 'due_at_the_door',
    refund: false,
    tells: 'order_placed',
  },
  change_payment: {
    from: ['pending'],
    to: 'same',
    by: ['shopper'],
    holds: 'keep',
    payment: 'replace',
    refund: false,
    tells: null,
  },
  turn_back: {
    from: ['pending', 'confirmed'],
    to: 'same',
    by: ['clock'],
    holds: 'keep',
    payment: 'due_at_the_door',
    refund: false,
    tells: 'order_at_door',
  },
  pay: {
    from: ['awaiting_payment'],
    to: 'pending',
    by: ['money', 'staff'],
    holds: 'settle',
    payment: 'paid',
    refund: false,
    tells: 'order_paid',
  },
  pay_underway: {
    from: ['pending', 'confirmed', 'shipping', 'delivered'],
    to: 'same',
    by: ['money', 'staff'],
    holds: 'keep',
    payment: 'paid',
    refund: false,
    tells: 'order_paid',
  },
  reopen: {
    from: ['expired', 'cancelled'],
    to: 'pending',
    by: ['money', 'staff'],
    holds: 'take_for_good',
    payment: 'paid',
    refund: false,
    tells: 'order_paid',
  },
  expire: {
    from: ['awaiting_payment'],
    to: 'expired',
    by: ['clock'],
    holds: 'release',
    payment: 'end',
    refund: false,
    tells: 'order_expired',
    only_overdue: true,
  },
  cancel: {
    from: ['awaiting_payment', 'pending', 'confirmed'],
    to: 'cancelled',
    by: ['shopper', 'staff'],
    holds: 'release',
    payment: 'end',
    refund: true,
    tells: 'order_cancelled',
  },
  confirm: {
    from: ['pending'],
    to: 'confirmed',
    by: ['staff'],
    holds: 'keep',
    payment: 'keep',
    refund: false,
    tells: 'order_confirmed',
  },
  ship: {
    from: ['confirmed'],
    to: 'shipping',
    by: ['staff'],
    holds: 'keep',
    payment: 'keep',
    refund: false,
    tells: 'order_shipped',
  },
  deliver: {
    from: ['shipping'],
    to: 'delivered',
    by: ['staff'],
    holds: 'keep',
    payment: 'keep',
    refund: false,
    tells: 'order_delivered',
  },
  come_back: {
    from: ['shipping'],
    to: 'cancelled',
    by: ['staff'],
    holds: 'release',
    payment: 'end',
    refund: true,
    tells: 'order_cancelled',
  },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof moves

/** A move by its name, with the fields of every move. */
export function moveOf(name: MoveName): Move {
  return moves[name]
}

/** Whether an order in `state` may be moved so by this actor. */
export function canMove(name: MoveName, state: OrderState, actor: Actor): boolean {
  const { from, by } = moveOf(name)
  return from.includes(state) && by.includes(actor)
}

/** Until an order is on its way the shopper may give it up (product-language §3.6). */
export function isCancellable(state: OrderState): boolean {
  return canMove('cancel', state, 'shopper')
}
