import type { Database } from '#db/schema.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { openForm } from '#shop/flows/trade/application/sealed-form.ts'
import { findPapers } from '#shop/trade/application/application-file-store.ts'
import type { StoredApplication } from '#shop/trade/application/application-store.ts'
import type { SentApplication } from '#shop/trade/lender/lender.ts'
import { findLoanOrders } from '#shop/views/installment/loan-order-store.ts'

/** An application as its company gets it. Null: what was typed is erased. */
export async function sentApplication(
  { db, person_keys }: { db: Database; person_keys: PersonKeys },
  row: StoredApplication,
): Promise<SentApplication | null> {
  const form = await openForm(db, person_keys, row)
  if (form === null) return null
  const { application_id, code, order_id, loan, lent, has_insurance } = row
  const [orders, papers] = await Promise.all([
    findLoanOrders(db, order_id === null ? [] : [order_id]),
    findPapers(db, [application_id]),
  ])
  return {
    ...{ code, lent, has_insurance },
    goods: orders.get(order_id ?? 0)?.goods ?? [],
    ...{ price: loan.price, prepaid: loan.prepaid, months: loan.months, monthly: loan.monthly },
    flat_rate_month: loan.flat_rate_month,
    applicant: form,
    papers: papers.get(application_id) ?? [],
  }
}
