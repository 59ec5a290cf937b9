import type { PaperKind } from '#contracts/storefront/trade/application.ts'
import type { Tx } from '#db/schema.ts'
import { payByLender } from '#shop/flows/trade/application/pay-by-lender.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { notifyOfLoan } from '#shop/notification/notify-store.ts'
import type { LoanTemplate } from '#shop/notification/outbox.ts'
import { type LockedOrder, lockOrderById } from '#shop/order/order-store.ts'
import { dropPapers, keepPapers } from '#shop/trade/application/application-file-store.ts'
import {
  type ApplicationActor,
  type ApplicationMoveName,
  applicationMoveOf,
  canMoveApplication,
  isExamined,
} from '#shop/trade/application/application-states.ts'
import {
  findApplication,
  lockApplication,
  type MoveValues,
  type MovingStaff,
  type StoredApplication,
  updateApplication,
} from '#shop/trade/application/application-store.ts'
import { findLender } from '#shop/trade/lender/lender-row-store.ts'

/** An application and its order, both locked: the order first, as in every transaction. */
export interface LockedLoan {
  application: StoredApplication
  order: LockedOrder
}

/** Locks an application that was sent, with its order. Null: there is none. */
export async function lockLoan(tx: Tx, application_id: number): Promise<LockedLoan | null> {
  const found = await findApplication(tx, { application_id })
  if (found?.order_id == null) return null
  const order = await lockOrderById(tx, found.order_id)
  const application = await lockApplication(tx, { application_id })
  return order === null || application === null ? null : { application, order }
}

export interface LoanChange {
  actor: ApplicationActor
  /** The member of staff, if one acts. */
  staff?: MovingStaff
  values?: MoveValues
  now: Date
}

const messages: Partial<Record<ApplicationMoveName, LoanTemplate>> = {
  ask_papers: 'loan_papers',
  approve: 'loan_approved',
  sign: 'loan_signed',
}

/**
 * Moves a locked application by the table of moves, with its order, its money and its message, in one transaction. No
 * other function moves an application that was sent; where the order moves first, `followOrder` lets it follow. Returns
 * false, with nothing changed, if its state does not allow the move: so an answer that comes twice counts once.
 */
export async function moveApplication(
  tx: Tx,
  { application, order }: LockedLoan,
  move: ApplicationMoveName,
  { actor, staff, values = {}, now }: LoanChange,
): Promise<boolean> {
  if (!canMoveApplication(move, application.state, actor)) return false
  const { to, order: effect } = applicationMoveOf(move)
  const contract_number = values.contract_number ?? null
  if (move === 'sign' && contract_number === null) {
    throw new RangeError(`${application.code} has no contract`)
  }
  const held = isExamined(to) ? {} : { expires_at: null }
  const ended = effect === 'cancel' ? { ended_at: now } : {}
  const by = { actor, staff: staff ?? null, now }
  await updateApplication(tx, application, move, { ...held, ...ended, ...values }, by)
  if (move === 'ask_papers') await dropOtherPapers(tx, application, values.wanted ?? [])
  if (effect === 'cancel' && order.state !== 'cancelled') {
    await cancelOrderOf(tx, { application, order }, move, { actor, staff, now })
  }
  const { code, loan } = application
  if (effect === 'pay' && loan.principal > 0) {
    await payByLender(tx, order, { document: code, contract_number, amount: loan.principal }, now)
  }
  const template = messages[move]
  if (template !== undefined) {
    const { application_id, version } = application
    await notifyOfLoan(tx, { application_id, version: version + 1 }, template, now)
  }
  return true
}

/** The company wants these pictures now: earlier ones of the same kind, and what it asked for before, go. */
async function dropOtherPapers(
  tx: Tx,
  { application_id, company_id }: StoredApplication,
  wanted: readonly PaperKind[],
): Promise<void> {
  const lender = await findLender(tx, company_id)
  await dropPapers(tx, application_id, wanted)
  await keepPapers(tx, application_id, [...(lender?.pictures ?? []), ...wanted])
}

const reasons: Partial<Record<ApplicationMoveName, string>> = {
  refuse: 'không được công ty tài chính duyệt',
  lapse: 'đã quá hạn',
  withdraw: 'đã rút',
}

async function cancelOrderOf(
  tx: Tx,
  { application: { code }, order }: LockedLoan,
  move: ApplicationMoveName,
  { actor, staff: by, now }: Pick<LoanChange, 'actor' | 'staff' | 'now'>,
): Promise<void> {
  const reason = `hồ sơ trả góp ${code} ${reasons[move] ?? 'đã kết thúc'}`
  if (actor === 'staff' && by !== undefined) {
    const staff = { name: by.name, reason: null, note: code }
    await transition(tx, order, 'cancel', { actor: 'staff', staff, reason }, now)
  } else if (actor === 'shopper') {
    await transition(tx, order, 'cancel', { actor: 'shopper', reason }, now)
  } else {
    await transition(tx, order, 'lapse', { actor: 'clock', reason }, now)
  }
}
