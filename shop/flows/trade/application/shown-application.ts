import {
  type Application,
  application as contract,
} from '#contracts/storefront/trade/application.ts'
import type { Database } from '#db/schema.ts'
import { maskedName, maskedPhone } from '#shop/order/masked-contact.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { openForm } from '#shop/flows/trade/application/sealed-form.ts'
import { heldUntil } from '#shop/trade/application/application.ts'
import { maskedDocument } from '#shop/trade/application/applicant.ts'
import { findApplicationEvents } from '#shop/trade/application/application-event-store.ts'
import { findPapers } from '#shop/trade/application/application-file-store.ts'
import { isExamined } from '#shop/trade/application/application-states.ts'
import {
  findApplication,
  type StoredApplication,
  type WhichApplication,
} from '#shop/trade/application/application-store.ts'
import { findLender, type LenderRow } from '#shop/trade/lender/lender-row-store.ts'
import { findLoanOrders } from '#shop/views/installment/loan-order-store.ts'

type Deps = Pick<ApplicationDeps, 'db' | 'person_keys'>

/** An application as its shopper sees it; refuses one that is not theirs. */
export async function shownApplication(deps: Deps, which: WhichApplication): Promise<Application> {
  const found = await findApplication(deps.db, which)
  if (found === null) throw contract.getApplication.refuse('application_not_found')
  const [shown] = await shownApplications(deps, [found])
  if (shown === undefined) throw new RangeError('an application is not shown')
  return shown
}

/** Applications as their shopper sees them. */
export async function shownApplications(
  { db, person_keys }: Deps,
  rows: readonly StoredApplication[],
): Promise<Application[]> {
  const ids = rows.map(({ application_id }) => application_id)
  const [events, papers, orders] = await Promise.all([
    findApplicationEvents(db, ids),
    findPapers(db, ids),
    findLoanOrders(
      db,
      rows.flatMap(({ order_id }) => order_id ?? []),
    ),
  ])
  const lenders = await lendersOf(db, rows)
  return Promise.all(
    rows.map(async (row): Promise<Application> => {
      const { application_id, state, expires_at, company_id } = row
      const form = await openForm(db, person_keys, row)
      const order = orders.get(row.order_id ?? 0)
      const lender = lenders.get(company_id)
      const here = papers.get(application_id) ?? []
      const needed = new Set([...(lender?.pictures ?? []), ...row.wanted])
      return {
        ...{ code: row.code, secret: row.secret, state, version: row.version, company_id },
        company_name: lender?.name ?? company_id,
        ...{ order_code: order?.code ?? null, goods: order?.goods ?? [], loan: row.loan },
        ...{ goods_path: order?.goods_path ?? null, thumbnail: order?.thumbnail ?? null },
        ...{ prepaid_percent: row.prepaid_percent, has_insurance: row.has_insurance },
        applicant: form && {
          name: maskedName(form.name),
          phone: maskedPhone(form.phone),
          document: maskedDocument(form.document_number),
        },
        papers: [...needed].map((kind) => ({ kind, is_here: here.includes(kind) })),
        ...{ reason: row.reason, contract_number: row.contract_number },
        expires_at: expires_at?.toISOString() ?? null,
        held_if_proven: lender ? heldIfProven(row, lender) : null,
        events: events
          .filter((event) => event.application_id === application_id)
          .map((event) => ({
            state: event.state,
            happened_at: event.happened_at.toISOString(),
          })),
        may_withdraw: isExamined(state),
        may_add_papers: state === 'draft' || state === 'more_papers',
      }
    }),
  )
}

/** A state later than the first ones has hours of its own. */
function heldIfProven(
  { submitted_at, phone_proven_at, expires_at }: StoredApplication,
  lender: LenderRow,
): string | null {
  if (submitted_at === null || phone_proven_at !== null || expires_at === null) return null
  const held = heldUntil(submitted_at, lender, true)
  return held > expires_at ? held.toISOString() : null
}

async function lendersOf(db: Database, rows: readonly StoredApplication[]) {
  const ids = [...new Set(rows.map(({ company_id }) => company_id))]
  const found = await Promise.all(ids.map((id) => findLender(db, id)))
  return new Map(found.flatMap((lender) => (lender === null ? [] : [[lender.company_id, lender]])))
}
