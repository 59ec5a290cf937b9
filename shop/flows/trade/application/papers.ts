import type { z } from 'zod'
import {
  application as contract,
  type Application,
} from '#contracts/storefront/trade/application.ts'
import { isSame } from '#platform/http/signature.ts'
import { transaction } from '#platform/database/postgres.ts'
import { newPictureName, storeCardPicture } from '#shop/card/card-pictures.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { lockLoan, moveApplication } from '#shop/flows/trade/application/move-application.ts'
import { shownApplication } from '#shop/flows/trade/application/shown-application.ts'
import { takeUpload } from '#shop/picture/pictures.ts'
import { insertPaper, updatePaper } from '#shop/trade/application/application-file-store.ts'
import {
  findApplication,
  lockApplication,
  type WhichApplication,
} from '#shop/trade/application/application-store.ts'
import { proveLoanPhone } from '#shop/trade/application/order-loan-store.ts'
import { findLender } from '#shop/trade/lender/lender-row-store.ts'

type Paper = Pick<z.output<typeof contract.addPaper.input>, 'kind' | 'name' | 'image'>

/** Takes in the picture of a document that the company demands, while the form is not sent or it asks for more. */
export async function addPaper(
  deps: ApplicationDeps,
  which: WhichApplication,
  { kind, name, image }: Paper,
): Promise<Application> {
  const { db, now, paper_files } = deps
  const { refuse } = contract.addPaper
  const found = await findApplication(db, which)
  if (found === null) throw refuse('application_not_found')
  const { application_id, state, company_id, wanted } = found
  const isOpen = (one: typeof state) => one === 'draft' || one === 'more_papers'
  if (!isOpen(state)) throw refuse('application_closed', { state })
  const lender = await findLender(db, company_id)
  if (!wanted.includes(kind) && lender?.pictures.includes(kind) !== true) {
    throw refuse('paper_not_wanted')
  }
  const bytes = Buffer.from(image, 'base64')
  const { large } = await takeUpload(paper_files.pictures, { name, bytes })
  const stored = { application_id, kind, name: newPictureName() }
  // The row is first: whatever is cut off in the middle leaves a row without a key, and a job removes it.
  await insertPaper(db, stored, now())
  const sealed_key = await storeCardPicture(paper_files, stored.name, large)
  await transaction(db, async (tx) => {
    const locked = await lockApplication(tx, { application_id })
    if (locked === null || !isOpen(locked.state)) {
      throw refuse('application_closed', { state: locked?.state ?? state })
    }
    await updatePaper(tx, stored, sealed_key)
  })
  return shownApplication(deps, { application_id })
}

/** "Gửi giấy tờ bổ sung": the company examines on with what it asked for. */
export async function sendPapers(
  deps: ApplicationDeps,
  which: WhichApplication,
): Promise<Application> {
  const { refuse } = contract.sendPapers
  const shown = await shownApplication(deps, which)
  const missing = shown.papers.find(({ is_here }) => !is_here)
  if (shown.state === 'more_papers' && missing !== undefined) {
    throw refuse('paper_missing', { kind: missing.kind })
  }
  return moveByShopper(deps, which, 'add_papers')
}

/** "Xác nhận số điện thoại": by the key that only the message to the phone has. */
export async function provePhone(
  { db, person_keys, now }: ApplicationDeps,
  which: WhichApplication,
  phone_secret: string,
): Promise<Application> {
  const { refuse } = contract.provePhone
  const found = await findApplication(db, which)
  if (found?.phone_secret == null || !isSame(found.phone_secret, phone_secret)) {
    throw refuse('application_not_found')
  }
  const { application_id } = found
  await transaction(db, async (tx) => {
    const loan = await lockLoan(tx, application_id)
    if (loan?.application.phone_proven_at != null) return
    const expires_at = loan && (await proveLoanPhone(tx, loan.order.order_id, now()))
    if (expires_at === null) throw refuse('application_closed', { state: found.state })
  })
  return shownApplication({ db, person_keys }, { application_id })
}

/** "Rút hồ sơ": before the contract is signed. The order is cancelled in the same transaction. */
export async function withdrawApplication(
  deps: ApplicationDeps,
  which: WhichApplication,
): Promise<Application> {
  return moveByShopper(deps, which, 'withdraw')
}

async function moveByShopper(
  deps: ApplicationDeps,
  which: WhichApplication,
  move: 'add_papers' | 'withdraw',
): Promise<Application> {
  const { refuse } = contract.withdrawApplication
  const now = deps.now()
  const found = await findApplication(deps.db, which)
  if (found === null) throw refuse('application_not_found')
  const { application_id } = found
  await transaction(deps.db, async (tx) => {
    const loan = await lockLoan(tx, application_id)
    const state = loan?.application.state ?? found.state
    const is_done = move === 'withdraw' ? state === 'withdrawn' : state === 'submitted'
    if (is_done) return
    // A signed contract is ended with the company and the shop, not by a button.
    if (loan === null || state === 'signed') throw refuse('application_closed', { state })
    const lender = await findLender(tx, found.company_id)
    const pass_on_at = lender?.way === 'online' ? now : null
    // What it wanted stays noted: those pictures are here because of it.
    const values = move === 'add_papers' ? { pass_on_at, reason: null } : {}
    const change = { actor: 'shopper', values, now } as const
    if (!(await moveApplication(tx, loan, move, change))) {
      throw refuse('application_closed', { state })
    }
  })
  return shownApplication(deps, { application_id })
}
