import type { Database, Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { removeCardPicture } from '#shop/card/card-pictures.ts'
import { retainedSince, retention_days } from '#shop/flows/sweep/retention.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { passOnDue } from '#shop/flows/trade/application/pass-on.ts'
import { lockLoan, moveApplication } from '#shop/flows/trade/application/move-application.ts'
import { deletePaper, findErasedPapers } from '#shop/trade/application/application-file-store.ts'
import { findLapsed } from '#shop/trade/application/application-store.ts'
import {
  deleteOldDrafts,
  eraseOldForms,
  eraseOldHashes,
  erasePaperKeys,
} from '#shop/trade/application/erase-application-store.ts'

type Deps = Pick<ApplicationDeps, 'db' | 'now' | 'log' | 'lenders' | 'person_keys' | 'paper_files'>

const batch = 100
/** Pictures whose bytes one run removes. */
const max_removed = 1_000
/** An upload is stored within seconds. */
const upload_ms = 3_600_000

/** The jobs of applications; platform/jobs/jobs.ts runs them. */
export function applicationJobs(deps: Deps): Job[] {
  return [
    {
      name: 'pass-on-loans',
      every_ms: 5_000,
      run: async () => void (await passOnDue(deps)),
    },
    { name: 'lapse-loans', every_ms: 60_000, run: async () => void (await lapseLoans(deps)) },
    { name: 'erase-loans', every_ms: 3_600_000, run: async () => void (await eraseLoans(deps)) },
  ]
}

/** Erases part by part until nothing is left. Each part changes what makes its rows due, so none comes twice. */
async function all(db: Database, erasePart: (tx: Tx) => Promise<number>): Promise<number> {
  for (let erased = 0; ;) {
    const part = await transaction(db, erasePart)
    erased += part
    if (part === 0) return erased
  }
}

/** Ends applications whose time is over: their goods are free again. Returns how many. */
export async function lapseLoans({
  db,
  now,
  log,
}: Pick<Deps, 'db' | 'now' | 'log'>): Promise<number> {
  let lapsed = 0
  for (const application_id of await findLapsed(db, now(), batch)) {
    try {
      if (await lapse(db, application_id, now())) lapsed += 1
    } catch (error) {
      // One application that cannot end must not keep the others from ending.
      log.error({ application_id, err: error }, 'an application for a loan did not lapse')
    }
  }
  if (lapsed > 0) log.info({ lapsed }, 'applications for loans lapsed')
  return lapsed
}

async function lapse(db: Database, application_id: number, at: Date): Promise<boolean> {
  return transaction(db, async (tx) => {
    const loan = await lockLoan(tx, application_id)
    const expires_at = loan?.application.expires_at ?? null
    if (loan === null || expires_at === null || expires_at > at) return false
    return moveApplication(tx, loan, 'lapse', { actor: 'clock', now: at })
  })
}

/** Erases what applications no longer need. Returns how much of each. */
export async function eraseLoans(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'paper_files'>,
): Promise<Record<string, number>> {
  const { db, now, log, paper_files } = deps
  const at = now()
  const since = (days: keyof typeof retention_days) => retainedSince(at, retention_days[days])
  const papers_of = { drafts: since('loan_drafts'), decided: since('loan_papers') }
  const erased = {
    keys: await all(db, (tx) => erasePaperKeys(tx, papers_of)),
    forms: await all(db, (tx) => eraseOldForms(tx, since('loan_forms'))),
    hashes: await all(db, (tx) => eraseOldHashes(tx, since('loan_forms'))),
    papers: 0,
    drafts: 0,
  }
  const before = new Date(at.getTime() - upload_ms)
  for (const { application_file_id, name } of await findErasedPapers(db, before, max_removed)) {
    try {
      await removeCardPicture(paper_files, name)
      await deletePaper(db, application_file_id)
      erased.papers += 1
    } catch (error) {
      log.error({ application_file_id, err: error }, 'the picture of a document was not removed')
    }
  }
  erased.drafts = await all(db, (tx) => deleteOldDrafts(tx, since('loan_drafts')))
  if (Object.values(erased).some((count) => count > 0)) log.info(erased, 'loans erased')
  return erased
}
