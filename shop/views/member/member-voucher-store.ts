import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import type { Standing } from '#shop/loyalty/standing.ts'

export interface VoucherRow {
  code: string
  name: string
  description: string
  percent: number | null
  value: number | null
  max_discount: number | null
  min_total: number
  ends_at: Date | null
  is_own: boolean
}

/** The vouchers that only this member or their groups may use now, those that end first first. */
export async function findMemberVouchers(
  db: Database,
  customer_id: CustomerId,
  { customer_group_id, card_group_id }: Pick<Standing, 'customer_group_id' | 'card_group_id'>,
  now: Date,
): Promise<VoucherRow[]> {
  const groups = [customer_group_id, card_group_id].filter((id) => id !== null)
  const { rows } = await sql<VoucherRow>`
    select v.code, v.name, v.description, v.percent::float8 as percent, v.value, v.max_discount, v.min_total, v.ends_at,
      v.customer_id is not null as is_own
    from voucher v left join quota using (quota_id)
    where v.is_active and (v.starts_at is null or v.starts_at <= ${now}) and (v.ends_at is null or v.ends_at > ${now})
      and (quota_id is null or quota.total is null or quota.taken < quota.total)
      and (v.customer_id = ${customer_id}
        or (v.customer_id is null and v.customer_group_id = any(${groups}::smallint[])))
    order by v.ends_at nulls last, v.voucher_id limit 100
  `.execute(db)
  return rows
}
