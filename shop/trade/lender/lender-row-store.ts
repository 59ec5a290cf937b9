import type { PaperKind } from '#contracts/storefront/trade/application.ts'
import type { Database } from '#db/schema.ts'

/** What a company demands, and how it is reached. */
export interface LenderRow {
  company_id: string
  name: string
  installment_type: 1 | 2
  min_age: number
  max_age: number
  asks: ('income' | 'job' | 'address')[]
  relatives: number
  pictures: PaperKind[]
  approve_minutes: number
  way: 'online' | 'by_hand'
  url: string | null
  contact_email: string | null
  sealed_secret: Buffer | null
  reserve_hours: number
  sign_hours: number
  is_active: boolean
}

/** A company, also one that is switched off: it still answers about the applications that it has. */
export async function findLender(db: Database, company_id: string): Promise<LenderRow | null> {
  const row = await db
    .selectFrom('installment_company')
    .select(['company_id', 'name', 'installment_type', 'min_age', 'max_age', 'asks', 'relatives'])
    .select(['pictures', 'approve_minutes', 'way', 'url', 'contact_email', 'sealed_secret'])
    .select(['reserve_hours', 'sign_hours', 'is_active'])
    .where('company_id', '=', company_id)
    .executeTakeFirst()
  return row ?? null
}
