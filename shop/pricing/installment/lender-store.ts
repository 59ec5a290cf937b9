import type { Database } from '#db/schema.ts'
import type { Lenders } from '#shop/pricing/installment/lender.ts'
import { lenders_row } from '#shop/pricing/installment/lender-rows.ts'

/** Everybody who lends, in the sequence of pages. */
export async function loadLenders(db: Database): Promise<Lenders> {
  const { rows } = await lenders_row.execute(db)
  return rows[0] ?? { companies: [], banks: [] }
}
