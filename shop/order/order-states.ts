import type { OrderState } from '#contracts/storefront/order.ts'

/** Who may move an order: the shopper, the shop's staff, money that a gateway proved, or time. */
export type Actor = 'shopper' | 'staff' | 'money' | 'clock'

/** What the shopper of an order is notified of when it moves; notification/outbox.ts has a template for each. */
export type MoveNotification =
  | 'order_waiting'
  | 'order_placed'
  | 'order_at_door'
  | 'order_paid'
  | 'order_confirmed'
  | 'order_shipped'
  | 'order_delivered'
  | 'order_cancelled'
  | 'order_expired'

/** One way for an order to move, and all that goes with it: flows/transition-order.ts applies it. */
export interface Move {
  /** 'new': the order comes into being with this move. */
  from: readonly (OrderState | 'new')[]
  /** 'same': the order stays where it is, and something about it is noted. */
  to: OrderState | 'same'
  by: readonly Actor[]
  /** What happens to the stock, flash slots and limits that the order keeps from others. */
  reservations: 'reserve' | 'reserve_for_good' | 'keep' | 'settle' | 'release'
  /** What happens to the payment attempt. */
  payment: 'start' | 'cash_on_delivery' | 'replace' | 'paid' | 'end' | 'keep'
  /** Whether money that was paid is refunded. */
  refund: boolean
  /** What the shopper is notified of; in the same transaction (decision 080). */
  notifies: MoveNotification | null
  /** Only when the order's time to pay is over. */
  only_overdue?: true
}

/**
 * Every state of an order and every move between them (contract §4): the only truth;
 * docs/how-money-moves.md draws it. Orders go forward; the one step back is money for one that ended.
 */
export const moves = {
  place_online: {
    from: ['new'],
    to: 'awaiting_payment',
    by: ['shopper'],
    reservations: 'reserve',
    payment: 'start',
    refund: false,
    notifies: 'order_waiting',
  },
  place_at_door: {
    from: ['new'],
    to: 'pending',
    by: ['shopper'],
    reservations: 'reserve_for_good',
    payment: 'cash_on_delivery',
    refund: false,
    notifies: 'order_placed',
  },
  choose_online: {
    from: ['awaiting_payment'],
    to: 'same',
    by: ['shopper'],
    reservations: 'keep',
    payment: 'replace',
    refund: false,
    notifies: null,
  },
  choose_at_door: {
    from: ['awaiting_payment'],
    to: 'pending',
    by: ['shopper'],
    reservations: 'settle',
    payment: 'cash_on_delivery',
    refund: false,
    notifies: 'order_placed',
  },
  change_payment: {
    from: ['pending'],
    to: 'same',
    by: ['shopper'],
    reservations: 'keep',
    payment: 'replace',
    refund: false,
    notifies: null,
  },
  turn_back: {
    from: ['pending', 'confirmed'],
    to: 'same',
    by: ['clock'],
    reservations: 'keep',
    payment: 'cash_on_delivery',
    refund: false,
    notifies: 'order_at_door',
  },
  pay: {
    from: ['awaiting_payment'],
    to: 'pending',
    by: ['money', 'staff'],
    reservations: 'settle',
    payment: 'paid',
    refund: false,
    notifies: 'order_paid',
  },
  pay_underway: {
    from: ['pending', 'confirmed', 'shipping', 'delivered'],
    to: 'same',
    by: ['money', 'staff'],
    reservations: 'keep',
    payment: 'paid',
    refund: false,
    notifies: 'order_paid',
  },
  reopen: {
    from: ['expired', 'cancelled'],
    to: 'pending',
    by: ['money', 'staff'],
    reservations: 'reserve_for_good',
    payment: 'paid',
    refund: false,
    notifies: 'order_paid',
  },
  expire: {
    from: ['awaiting_payment'],
    to: 'expired',
    by: ['clock'],
    reservations: 'release',
    payment: 'end',
    refund: false,
    notifies: 'order_expired',
    only_overdue: true,
  },
  cancel: {
    from: ['awaiting_payment', 'pending', 'confirmed'],
    to: 'cancelled',
    by: ['shopper', 'staff'],
    reservations: 'release',
    payment: 'end',
    refund: true,
    notifies: 'order_cancelled',
  },
  confirm: {
    from: ['pending'],
    to: 'confirmed',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_confirmed',
  },
  ship: {
    from: ['confirmed'],
    to: 'shipping',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_shipped',
  },
  deliver: {
    from: ['shipping'],
    to: 'delivered',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_delivered',
  },
  come_back: {
    from: ['shipping'],
    to: 'cancelled',
    by: ['staff'],
    reservations: 'release',
    payment: 'end',
    refund: true,
    notifies: 'order_cancelled',
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

/** How an order moves when its money is there. Past 'awaiting_payment' it keeps its state: money never moves it back. */
export function paidMove(state: OrderState): MoveName {
  if (state === 'expired' || state === 'cancelled') return 'reopen'
  return state === 'awaiting_payment' ? 'pay' : 'pay_underway'
}

/** How an order moves when its shopper chooses how to pay. It goes forward only: one that goes on does not wait again. */
export function choiceMove(state: OrderState, is_cod: boolean): MoveName {
  if (state !== 'awaiting_payment') return 'change_payment'
  return is_cod ? 'choose_at_door' : 'choose_online'
}

/** The move that an order comes into being with. */
export function firstMove(state: 'awaiting_payment' | 'pending'): MoveName {
  return state === 'pending' ? 'place_at_door' : 'place_online'
}

/** Until an order is on its way the shopper may cancel it. */
export function isCancellable(state: OrderState): boolean {
  return canMove('cancel', state, 'shopper')
}
