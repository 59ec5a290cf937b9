import { loans as contract, type LoanMove, type StaffLoan } from '#contracts/staff/trade/loans.ts'
import type { Database, Tx } from '#db/schema.ts'
import { mayCall, reachOf } from '#pure/access.ts'
import type { AnyOperation, Service, StaffActor } from '#pure/contract.ts'
import { openCardPicture } from '#shop/card/card-pictures.ts'
import { insertThingShown } from '#shop/change-log/change-store.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { passOnTable } from '#shop/flows/trade/application/pass-on-file.ts'
import {
  type LockedLoan,
  lockLoan,
  moveApplication,
} from '#shop/flows/trade/application/move-application.ts'
import { changeFor, move_of_answer } from '#shop/flows/trade/application/receive-answer.ts'
import { openForm } from '#shop/flows/trade/application/sealed-form.ts'
import { sentApplication } from '#shop/flows/trade/application/sent-application.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { notifyLender } from '#shop/notification/notify-store.ts'
import { maskedName, maskedPhone } from '#shop/order/masked-contact.ts'
import { storedCode } from '#shop/order/order.ts'
import {
  findApplicationEvents,
  findStaffOfMove,
} from '#shop/trade/application/application-event-store.ts'
import { findPaper, findPapers } from '#shop/trade/application/application-file-store.ts'
import { canMoveApplication } from '#shop/trade/application/application-states.ts'
import {
  findApplication,
  findRefusedAnswers,
  type StoredApplication,
} from '#shop/trade/application/application-store.ts'
import { proveLoanPhone } from '#shop/trade/application/order-loan-store.ts'
import { findLender, type LenderRow } from '#shop/trade/lender/lender-row-store.ts'
import { playLenderPage } from '#shop/trade/lender/play-lender-paths.ts'
import {
  countLoans,
  findListedLoan,
  findLoanList,
  type ListedLoan,
} from '#shop/views/installment/loan-list-store.ts'

type Deps = ApplicationDeps & { write: WriteAsStaff }

const page_size = 50

/** Applications for loans, for staff (decisions 228–230). */
export function applicationStaffService(deps: Deps): Service<typeof contract> {
  const { db, now, person_keys, paper_files } = deps
  return {
    loans: async (actor, { state, q, page = 1 }) => {
      const reach = reachOf(contract.loans, actor)
      const filter = { state: state ?? null, q: q || null, reach }
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts] = await Promise.all([
        findLoanList(db, filter, part),
        countLoans(db, reach),
      ])
      return {
        rows: rows.slice(0, page_size).map(rowOf),
        has_next: rows.length > page_size,
        counts,
      }
    },
    loan: (actor, { code }) => shownLoan(deps, actor, code),
    showForm: async (actor, { code }) => {
      const { application_id } = await seenLoan(deps, actor, contract.showForm, code)
      const found = await findApplication(db, { application_id })
      const form = found && (await openForm(db, person_keys, found))
      if (form === null) throw contract.showForm.refuse('form_erased')
      await deps.write({ actor, operation: 'loans.showForm' }, (tx) =>
        insertThingShown(tx, { ...shown, key: storedCode(code), field: 'form' }),
      )
      return form
    },
    showPaper: async (actor, { code, kind }) => {
      const { refuse } = contract.showPaper
      const { application_id } = await seenLoan(deps, actor, contract.showPaper, code)
      const paper = await findPaper(db, application_id, kind)
      if (paper === null) throw refuse('picture_not_found')
      await deps.write({ actor, operation: 'loans.showPaper' }, (tx) =>
        insertThingShown(tx, { ...shown, key: storedCode(code), field: kind }),
      )
      const bytes = await openCardPicture(paper_files, paper)
      if (bytes === null) throw refuse('picture_not_found')
      return { bytes }
    },
    passOnFile: async (actor, { code }) => {
      const { refuse } = contract.passOnFile
      const { application_id } = await seenLoan(deps, actor, contract.passOnFile, code)
      const found = await findApplication(db, { application_id })
      const sent = found && (await sentApplication(deps, found))
      if (sent === null) throw refuse('form_erased')
      await deps.write({ actor, operation: 'loans.passOnFile' }, (tx) =>
        insertThingShown(tx, { ...shown, key: storedCode(code), field: 'form' }),
      )
      return passOnTable(sent)
    },
    passOn: (actor, seen) =>
      moveSeen(deps, actor, { ...seen, operation: 'passOn' }, async (tx, loan, lender) => {
        const { application_id, version } = loan.application
        const at = now()
        const values = { passed_on_at: at, pass_on_at: null }
        const change = { actor: 'staff', staff: actor, values, now: at } as const
        if (!(await moveApplication(tx, loan, 'pass_on', change))) return false
        const { way, contact_email: email } = lender
        if (way === 'by_hand' && email !== null) {
          await notifyLender(tx, { application_id, version: version + 1, email }, at)
        }
        return true
      }),
    answer: (actor, { answer, reason, papers, contract_number, ...seen }) => {
      const { refuse } = contract.answer
      const is_incomplete =
        (answer === 'refused' && !reason) ||
        (answer === 'needs_papers' && papers.length === 0) ||
        (answer === 'signed' && !contract_number)
      if (is_incomplete) throw refuse('answer_incomplete')
      return moveSeen(deps, actor, { ...seen, operation: 'answer' }, async (tx, loan, lender) => {
        // That the contract is signed is seen in the shop, whoever examines.
        if (lender.way === 'online' && answer !== 'signed') throw refuse('company_answers_itself')
        if (answer === 'signed' && (await isOwnApproval(tx, actor, loan.application))) {
          throw refuse('own_approval')
        }
        const at = now()
        const told = { reason: reason || null, contract_number: contract_number || null }
        const said = { answer, papers, ...told }
        const { values = {} } = changeFor(lender, loan.application, said, at)
        const change = { actor: 'staff', staff: actor, values, now: at } as const
        return moveApplication(tx, loan, move_of_answer[answer], change)
      })
    },
    provePhone: (actor, seen) =>
      moveSeen(deps, actor, { ...seen, operation: 'provePhone' }, async (tx, loan) => {
        const { order_id } = loan.order
        return (await proveLoanPhone(tx, order_id, now())) !== null
      }),
    receiveMoney: (actor, { amount, ...seen }) =>
      moveSeen(deps, actor, { ...seen, operation: 'receiveMoney' }, async (tx, loan) => {
        const owed = loan.application.loan.principal
        if (amount !== owed) throw contract.receiveMoney.refuse('amount_differs', { owed })
        const values = { received_amount: amount }
        const change = { actor: 'staff', staff: actor, values, now: now() } as const
        return moveApplication(tx, loan, 'receive_money', change)
      }),
  }
}

const shown = { thing: 'loan', table_name: 'loan_application' } as const

async function seenLoan(
  { db }: Deps,
  actor: StaffActor,
  operation: AnyOperation,
  code: string,
): Promise<ListedLoan> {
  const found = await findListedLoan(db, {
    code: storedCode(code),
    reach: reachOf(operation, actor),
  })
  if (found === null) throw contract.loan.refuse('loan_not_found')
  return found
}

/** Moves an application that is still as it was seen, in one transaction with its entry of the ledger. */
async function moveSeen(
  deps: Deps,
  actor: StaffActor,
  seen: {
    code: string
    version: number
    operation: 'passOn' | 'answer' | 'provePhone' | 'receiveMoney'
  },
  move: (tx: Tx, loan: LockedLoan, lender: LenderRow) => Promise<boolean>,
) {
  const { refuse } = contract.passOn
  const { application_id } = await seenLoan(deps, actor, contract[seen.operation], seen.code)
  const act = { actor, operation: `loans.${seen.operation}` } as const
  const moved = await reservingTransaction(
    deps.db,
    async (tx) => {
      const loan = await lockLoan(tx, application_id)
      const lender = loan && (await findLender(tx, loan.application.company_id))
      if (loan === null || lender === null) throw refuse('loan_not_found')
      const { state, version } = loan.application
      if (version !== seen.version || !(await move(tx, loan, lender))) {
        throw refuse('application_closed', { state })
      }
      const after = await findApplication(tx, { application_id })
      return { state: after?.state ?? state, version: after?.version ?? version }
    },
    (work) => deps.write(act, work),
  )
  deps.log.info({ staff: actor.name, application: seen.code, ...moved }, 'staff moved a loan')
  return moved
}

async function shownLoan(deps: Deps, actor: StaffActor, code: string): Promise<StaffLoan> {
  const { db, lenders } = deps
  const row = await seenLoan(deps, actor, contract.loan, code)
  const { application_id } = row
  const found = await findApplication(db, { application_id })
  const lender = found && (await findLender(db, found.company_id))
  if (found === null || lender === null) throw contract.loan.refuse('loan_not_found')
  const [events, papers, refused, is_own_approval] = await Promise.all([
    findApplicationEvents(db, [application_id]),
    findPapers(db, [application_id]),
    findRefusedAnswers(db, application_id),
    isOwnApproval(db, actor, found),
  ])
  const { reference } = found
  return {
    ...rowOf(row),
    ...{ company_id: found.company_id, way: lender.way, version: found.version },
    play_page: lenders.isPlayed(lender) && reference !== null ? playLenderPage(reference) : null,
    ...{ phone: maskedPhone(row.phone), loan: found.loan, has_insurance: found.has_insurance },
    papers: papers.get(application_id) ?? [],
    has_form: found.sealed !== null,
    ...{ reason: found.reason, contract_number: found.contract_number },
    ...{ owed: found.loan.principal, received_amount: found.received_amount },
    pass_on_attempts: found.pass_on_attempts,
    is_own_approval,
    is_phone_proven: found.phone_proven_at !== null,
    refused_answers: refused.map(({ answer, received_at }) => ({
      ...{ answer, received_at: received_at.toISOString() },
    })),
    events: events.map(({ state, actor: by, staff_name, happened_at }) => ({
      ...{ state, actor: by, staff_name },
      happened_at: happened_at.toISOString(),
    })),
    moves: movesOf(actor, found.state, lender).filter(
      (move) => !(move === 'sign' && is_own_approval),
    ),
    may_prove_phone:
      mayCall(contract.provePhone, actor) && found.expires_at !== null && !found.phone_proven_at,
  }
}

/** The money of a company counts by its contract, so one person alone does not note approval and contract. */
async function isOwnApproval(
  db: Database,
  { staff_id }: StaffActor,
  { application_id }: StoredApplication,
): Promise<boolean> {
  return (await findStaffOfMove(db, application_id, 'approve')) === staff_id
}

const all_moves: readonly [LoanMove, AnyOperation][] = [
  ['pass_on', contract.passOn],
  ['ask_papers', contract.answer],
  ['approve', contract.answer],
  ['refuse', contract.answer],
  ['sign', contract.answer],
  ['receive_money', contract.receiveMoney],
]

/** What this member of staff may do now. A company with an interface answers itself. */
function movesOf(
  actor: StaffActor,
  state: Parameters<typeof canMoveApplication>[1],
  { way }: LenderRow,
): LoanMove[] {
  const of_company: readonly LoanMove[] = ['ask_papers', 'approve', 'refuse']
  return all_moves.flatMap(([move, operation]) =>
    canMoveApplication(move, state, 'staff') &&
    mayCall(operation, actor) &&
    !(way === 'online' && of_company.includes(move))
      ? [move]
      : [],
  )
}

function rowOf({ loan, name, phone: _phone, application_id: _id, ...row }: ListedLoan) {
  const { submitted_at, expires_at } = row
  return {
    ...row,
    customer: maskedName(name),
    ...{ prepaid: loan.prepaid, monthly: loan.monthly, months: loan.months },
    submitted_at: submitted_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
  }
}
