import { returns as contract } from '#contracts/staff/returns.ts'
import type { Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { UnitsNotMovable } from '#shop/flows/units/move-units.ts'
import { type LockedOrder, lockOrderById } from '#shop/order/order-store.ts'
import { returnMoveOf } from '#shop/return/return-states.ts'
import { findReturn, lockReturn, type StoredReturn } from '#shop/return/return-store.ts'

export interface SeenReturn {
  code: string
  /** The return as it was seen. */
  version: number
}

// Every move of staff is refused with these two codes.
const { refuse } = contract.accept

type MoveOfStaff = 'accept' | 'receive' | 'inspect' | 'refund' | 'exchange' | 'reject'

/**
 * Opens the transaction of a move of a return: its order is locked, then the return, and both are given to `work`.
 * Refused with return_not_found if no shop of the actor has it, and with return_changed if it is not as it was seen.
 */
export async function moveReturn<T>(
  { db, write }: Pick<StaffFlowDeps, 'db' | 'write'>,
  actor: StaffActor,
  { code, version }: SeenReturn,
  move: MoveOfStaff,
  work: (tx: Tx, order: LockedOrder, request: StoredReturn) => Promise<T>,
): Promise<T> {
  const found = await findReturn(db, code.toUpperCase(), reachOf(contract[move], actor))
  if (found === null) throw refuse('return_not_found')
  try {
    return await write({ actor, operation: `returns.${move}` }, async (tx) => {
      const order = await lockOrderById(tx, found.order_id)
      const request = await lockReturn(tx, found.return_id)
      if (order === null || request?.version !== version) throw refuse('return_changed')
      if (!returnMoveOf(move).from.includes(request.state)) throw refuse('return_changed')
      return work(tx, order, request)
    })
  } catch (error) {
    // Its unit was sent or exchanged elsewhere meanwhile.
    if (error instanceof UnitsNotMovable) throw refuse('return_changed')
    throw error
  }
}
