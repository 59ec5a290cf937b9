import type { OrderState } from '#contracts/storefront/order.ts'

/**
 * Who may move an order: the shopper, staff, verified money (`money`), a deadline (`clock`) or who brings the parcel.
 */
export type Actor = 'shopper' | 'staff' | 'money' | 'clock' | 'carrier'

/** The notification that a move sends to the shopper; notification/outbox.ts has a template for each. */
export type MoveNotification =
  | 'order_waiting'
  | 'order_placed'
  | 'order_cod'
  | 'order_paid'
  | 'order_part_paid'
  | 'order_confirmed'
  | 'order_changed'
  | 'order_ready'
  | 'order_shipped'
  | 'order_delivered'
  | 'order_cancelled'
  | 'order_joined'
  | 'order_lost'
  | 'order_part_lost'
  | 'order_sent_again'
  | 'order_not_collected'
  | 'order_expired'

/** A move of an order with all its effects; flows/transition-order.ts applies it. */
export interface Move {
  /** 'new': the move creates the order. */
  from: readonly (OrderState | 'new')[]
  /** 'same': the state does not change, and the move is written to the history. */
  to: OrderState | 'same'
  by: readonly Actor[]
  /**
   * What happens to the stock, flash slots and limits that the order has reserved. 'ship': its units leave the shop.
   * 'release' returns units that have left.
   */
  reservations: 'reserve' | 'reserve_for_good' | 'keep' | 'settle' | 'ship' | 'release'
  /** What happens to the payment attempt. */
  payment: 'start' | 'cash_on_delivery' | 'replace' | 'paid' | 'end' | 'keep'
  /** Whether paid money is refunded. */
  refund: boolean
  /** The notification to the shopper, written in the same transaction (decision 080). */
  notifies: MoveNotification | null
  /** The move is possible only after the payment deadline. */
  only_overdue?: true
}

/**
 * Every state of an order and every move between them (contract §4). This table is the only definition;
 * docs/how-money-moves.md shows it as a diagram. Orders move forward; the only step back is money for an order that
 * ended.
 */
export const moves = {
  place_online: {
    from: ['new'],
    to: 'awaiting_payment',
    by: ['shopper', 'staff'],
    reservations: 'reserve',
    payment: 'start',
    refund: false,
    notifies: 'order_waiting',
  },
  place_cod: {
    from: ['new'],
    to: 'pending',
    by: ['shopper', 'staff'],
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
  choose_cod: {
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
  return_to_cod: {
    from: ['pending', 'confirmed', 'ready_for_pickup'],
    to: 'same',
    by: ['clock'],
    reservations: 'keep',
    payment: 'cash_on_delivery',
    refund: false,
    notifies: 'order_cod',
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
  // A card has paid the part that its shopper wanted to split; the rest is paid at the hand-over.
  pay_part: {
    from: ['awaiting_payment'],
    to: 'pending',
    by: ['money'],
    reservations: 'settle',
    payment: 'cash_on_delivery',
    refund: false,
    notifies: 'order_part_paid',
  },
  pay_underway: {
    from: ['pending', 'confirmed', 'ready_for_pickup', 'shipping', 'delivered'],
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
    from: ['awaiting_payment', 'pending', 'confirmed', 'ready_for_pickup'],
    to: 'cancelled',
    by: ['shopper', 'staff'],
    reservations: 'release',
    payment: 'end',
    refund: true,
    notifies: 'order_cancelled',
  },
  lapse: {
    from: ['pending'],
    to: 'cancelled',
    by: ['clock'],
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
  ask_invoice: {
    from: ['awaiting_payment', 'pending', 'confirmed', 'ready_for_pickup'],
    to: 'same',
    by: ['shopper'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: null,
  },
  correct_recipient: {
    from: ['awaiting_payment', 'pending', 'confirmed'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: null,
  },
  move_shop: {
    from: ['awaiting_payment', 'pending', 'confirmed'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: null,
  },
  remove_goods: {
    from: ['pending', 'confirmed'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_changed',
  },
  add_goods: {
    from: ['pending', 'confirmed'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_changed',
  },
  split: {
    from: ['pending', 'confirmed'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_changed',
  },
  take_in: {
    from: ['pending', 'confirmed'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_changed',
  },
  join: {
    from: ['pending', 'confirmed'],
    to: 'cancelled',
    by: ['staff'],
    reservations: 'release',
    payment: 'end',
    refund: true,
    notifies: 'order_joined',
  },
  ship: {
    from: ['confirmed'],
    to: 'shipping',
    by: ['staff', 'carrier'],
    reservations: 'ship',
    payment: 'keep',
    refund: false,
    notifies: 'order_shipped',
  },
  deliver: {
    from: ['shipping'],
    to: 'delivered',
    by: ['staff', 'carrier'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_delivered',
  },
  part_back: {
    from: ['shipping'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: null,
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
  // A carrier has lost all that was left of it. Its units are written off before, so that none comes back on hand.
  lose: {
    from: ['shipping'],
    to: 'cancelled',
    by: ['staff'],
    reservations: 'release',
    payment: 'end',
    refund: true,
    notifies: 'order_lost',
  },
  part_lost: {
    from: ['shipping'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_part_lost',
  },
  send_again: {
    from: ['shipping'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_sent_again',
  },
  make_ready: {
    from: ['confirmed'],
    to: 'ready_for_pickup',
    by: ['staff'],
    reservations: 'keep',
    payment: 'keep',
    refund: false,
    notifies: 'order_ready',
  },
  pay_in_shop: {
    from: ['confirmed', 'ready_for_pickup'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'paid',
    refund: false,
    notifies: null,
  },
  pay_on_delivery: {
    from: ['delivered'],
    to: 'same',
    by: ['staff'],
    reservations: 'keep',
    payment: 'paid',
    refund: false,
    notifies: null,
  },
  collect: {
    from: ['ready_for_pickup'],
    to: 'delivered',
    by: ['staff'],
    reservations: 'ship',
    payment: 'keep',
    refund: false,
    notifies: 'order_delivered',
  },
  sell: {
    from: ['confirmed'],
    to: 'delivered',
    by: ['staff'],
    reservations: 'ship',
    payment: 'keep',
    refund: false,
    notifies: 'order_delivered',
  },
  lapse_pickup: {
    from: ['ready_for_pickup'],
    to: 'cancelled',
    by: ['clock'],
    reservations: 'release',
    payment: 'end',
    refund: true,
    notifies: 'order_not_collected',
  },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof moves

/** A move by its name, with the general type. */
export function moveOf(name: MoveName): Move {
  return moves[name]
}

/** Whether this actor may make this move of an order in `state`. */
export function canMove(name: MoveName, state: OrderState, actor: Actor): boolean {
  const { from, by } = moveOf(name)
  return from.includes(state) && by.includes(actor)
}

/** The move for received money. Past 'awaiting_payment' an order stays in its state; an ended order reopens. */
export function paidMove(state: OrderState): MoveName {
  if (state === 'expired' || state === 'cancelled') return 'reopen'
  return state === 'awaiting_payment' ? 'pay' : 'pay_underway'
}

/** The move for a chosen payment method. An order past 'awaiting_payment' never waits again. */
export function choiceMove(state: OrderState, is_cod: boolean): MoveName {
  if (state !== 'awaiting_payment') return 'change_payment'
  return is_cod ? 'choose_cod' : 'choose_online'
}

/** The move that creates an order in `state`. */
export function firstMove(state: 'awaiting_payment' | 'pending'): MoveName {
  return state === 'pending' ? 'place_cod' : 'place_online'
}

/** Whether the shopper may cancel an order: until it is shipped. */
export function isCancellable(state: OrderState): boolean {
  return canMove('cancel', state, 'shopper')
}
