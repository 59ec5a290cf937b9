import type { UnitState } from '#contracts/staff/units.ts'
import type { MovementKind } from '#shop/inventory/movement/movement.ts'

/** One kind of move of a unit. */
interface UnitMove {
  /** 'new': the unit gets its row. */
  from: readonly (UnitState | 'new')[]
  to: UnitState
  /** The movement of stock that it is; null: the unit is on hand before and after it, or neither. */
  movement: MovementKind | null
}

/**
 * Every state of a unit and every move between them (decision 132). This table is the only definition. A unit is on
 * hand in the state `in_stock` alone: what is locked, faulty or on the way cannot be sold.
 */
export const unit_moves = {
  receive: { from: ['new'], to: 'in_stock', movement: 'receipt' },
  sell: { from: ['in_stock'], to: 'sold', movement: 'sale' },
  come_back: { from: ['sold'], to: 'in_stock', movement: 'return' },
  give: { from: ['in_stock'], to: 'sold', movement: 'exchange' },
  take_back_faulty: { from: ['sold'], to: 'faulty', movement: null },
  take_back_opened: { from: ['sold'], to: 'locked', movement: null },
  buy_back: { from: ['sold'], to: 'in_stock', movement: 'receipt' },
  send: { from: ['in_stock'], to: 'in_transfer', movement: 'transfer_out' },
  arrive: { from: ['in_transfer'], to: 'in_stock', movement: 'transfer_in' },
  lock: { from: ['in_stock'], to: 'locked', movement: 'adjustment' },
  unlock: { from: ['locked'], to: 'in_stock', movement: 'adjustment' },
  find_faulty: { from: ['in_stock'], to: 'faulty', movement: 'adjustment' },
  repair: { from: ['faulty'], to: 'in_stock', movement: 'adjustment' },
  write_off: { from: ['in_stock'], to: 'written_off', movement: 'count' },
  find: { from: ['written_off'], to: 'in_stock', movement: 'count' },
  lose: { from: ['in_transfer', 'sold'], to: 'written_off', movement: null },
} as const satisfies Record<string, UnitMove>

export type UnitMoveName = keyof typeof unit_moves

/** A move by its name, with the general type. */
export function unitMoveOf(name: UnitMoveName): UnitMove {
  return unit_moves[name]
}
