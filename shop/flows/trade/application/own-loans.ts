import type { MemberData } from '#contracts/storefront/member.ts'
import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { openForm } from '#shop/flows/trade/application/sealed-form.ts'
import { listApplicationsOf } from '#shop/trade/application/application-store.ts'
import { findLender } from '#shop/trade/lender/lender-row-store.ts'
import { findLoanOrders } from '#shop/views/installment/loan-order-store.ts'

/** The applications of a member with all that they typed, for the file of their data. */
export async function ownLoans(
  { db, person_keys }: { db: Database; person_keys: PersonKeys },
  customer_id: CustomerId,
): Promise<MemberData['loans']> {
  const rows = await listApplicationsOf(db, customer_id, { with_draft: true })
  const orders = await findLoanOrders(
    db,
    rows.flatMap(({ order_id }) => order_id ?? []),
  )
  return Promise.all(
    rows.map(async (row) => {
      const { code, state, company_id, loan, lent, reason, contract_number } = row
      const order = orders.get(row.order_id ?? 0)
      const lender = await findLender(db, company_id)
      return {
        ...{ code, state, company: lender?.name ?? company_id, order_code: order?.code ?? null },
        ...{ goods: order?.goods ?? [], price: loan.price, prepaid: loan.prepaid, lent },
        ...{ months: loan.months, monthly: loan.monthly, reason, contract_number },
        created_at: row.created_at.toISOString(),
        form: await openForm(db, person_keys, row),
      }
    }),
  )
}
