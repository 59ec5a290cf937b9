import type { ReturnState } from '#contracts/staff/returns.ts'

interface ReturnMove {
  /** 'new': the move creates the return. */
  from: readonly (ReturnState | 'new')[]
  to: ReturnState
  by: readonly ('shopper' | 'staff')[]
}

/**
 * Every state of a return and every move between them (decision 154). This table is the only definition. Goods and
 * money move only with `refund`, `exchange` and `exchange_other` (decision 165); until then the goods belong to the
 * customer.
 */
export const return_moves = {
  ask: { from: ['new'], to: 'asked', by: ['shopper'] },
  accept: { from: ['asked'], to: 'accepted', by: ['staff'] },
  open: { from: ['new'], to: 'received', by: ['staff'] },
  receive: { from: ['asked', 'accepted'], to: 'received', by: ['staff'] },
  inspect: { from: ['received', 'inspected'], to: 'inspected', by: ['staff'] },
  refund: { from: ['inspected'], to: 'done', by: ['staff'] },
  exchange: { from: ['inspected'], to: 'done', by: ['staff'] },
  exchange_other: { from: ['inspected'], to: 'done', by: ['staff'] },
  reject: { from: ['asked', 'accepted', 'received', 'inspected'], to: 'rejected', by: ['staff'] },
  withdraw: { from: ['asked', 'accepted'], to: 'withdrawn', by: ['shopper'] },
} as const satisfies Record<string, ReturnMove>

export type ReturnMoveName = keyof typeof return_moves

/** How many days a shopper has to bring goods that staff agreed to take. */
export const days_to_bring = 7

/** A move by its name, with the general type. */
export function returnMoveOf(name: ReturnMoveName): ReturnMove {
  return return_moves[name]
}
