import type { LenderAnswer } from '#contracts/staff/trade/loans.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import {
  type LoanChange,
  lockLoan,
  moveApplication,
} from '#shop/flows/trade/application/move-application.ts'
import type { ApplicationMoveName } from '#shop/trade/application/application-states.ts'
import {
  findApplicationId,
  hasLaterAnswer,
  insertAnswer,
  type StoredApplication,
  updateAnswer,
} from '#shop/trade/application/application-store.ts'
import { heldUntil } from '#shop/trade/application/application.ts'
import type { LenderMessage } from '#shop/trade/lender/lender.ts'
import type { LenderRow } from '#shop/trade/lender/lender-row-store.ts'

const hour_ms = 3_600_000

/** The move that an answer of a company makes. */
export const move_of_answer = {
  needs_papers: 'ask_papers',
  approved: 'approve',
  refused: 'refuse',
  signed: 'sign',
  expired: 'lapse',
} as const satisfies Record<LenderAnswer, ApplicationMoveName>

/**
 * `known`: this answer was received before. `late`: the company has answered something else since. `ignored`: the state
 * of the application does not allow it; staff see it.
 */
type AnswerOutcome = 'taken' | 'known' | 'late' | 'ignored' | 'not_found'

/**
 * Applies a verified answer of a company, once: the answer, the application, its order and its money are one
 * transaction (decision 229). Answers count in the sequence in which the company gave them, not in which they arrive
 * (decision 246).
 */
export async function receiveAnswer(
  deps: Pick<ApplicationDeps, 'db' | 'now' | 'log'>,
  lender: LenderRow,
  message: LenderMessage,
): Promise<AnswerOutcome> {
  const { company_id } = lender
  const { code, event_id, answer } = message
  const application_id = await findApplicationId(deps.db, { code, company_id })
  if (application_id === null) return 'not_found'
  const now = deps.now()
  // A clock that is ahead must not make every later answer an old one.
  const answered_at = message.answered_at > now ? now : message.answered_at
  const outcome = await reservingTransaction(deps.db, async (tx) => {
    const loan = await lockLoan(tx, application_id)
    if (loan === null) return 'not_found'
    const about = { company_id, event_id, application_id, answer, answered_at, received_at: now }
    const change = changeFor(lender, loan.application, message, now)
    // First the answer: a second transaction with the same one waits for this one, and then has nothing to do.
    if (!(await insertAnswer(tx, { ...about, outcome: null }))) return 'known'
    const is_late = await hasLaterAnswer(tx, about)
    if (!is_late && !(await moveApplication(tx, loan, move_of_answer[answer], change))) {
      return 'ignored'
    }
    const noted = is_late ? 'late' : 'taken'
    await updateAnswer(tx, about, noted)
    return noted
  })
  deps.log[outcome === 'ignored' ? 'warn' : 'info'](
    { application: code, company_id, answer, outcome },
    'a company answered',
  )
  return outcome
}

/** What an answer changes besides the state. */
export function changeFor(
  lender: Pick<LenderRow, 'sign_hours' | 'reserve_hours'>,
  { phone_proven_at }: Pick<StoredApplication, 'phone_proven_at'>,
  {
    answer,
    reason,
    papers,
    contract_number,
  }: Omit<LenderMessage, 'event_id' | 'code' | 'answered_at'>,
  now: Date,
): LoanChange {
  const is_proven = phone_proven_at !== null
  const later = (hours: number) => new Date(now.getTime() + hours * hour_ms)
  const values = {
    needs_papers: { wanted: papers, reason, expires_at: heldUntil(now, lender, is_proven) },
    approved: { wanted: [], reason: null, expires_at: later(lender.sign_hours) },
    refused: { reason },
    signed: { reason: null, ...(contract_number === null ? {} : { contract_number }) },
    expired: { reason },
  }[answer]
  return { actor: 'company', values, now }
}
