import { sql } from 'kysely'
import type { WallVoucher } from '#contracts/storefront/landing/landing.ts'
import type { Database } from '#db/schema.ts'

interface WallRow extends Omit<WallVoucher, 'starts_at' | 'ends_at'> {
  starts_at: Date | null
  ends_at: Date | null
}

/**
 * Finds the coupons that an active landing page names, in its sequence. Others cannot be asked for: a code is a secret
 * until the shop shows it.
 */
export async function findWallVouchers(
  db: Database,
  landing_page_id: number,
  now: Date,
): Promise<WallVoucher[]> {
  const { rows } = await sql<WallRow>`
    select v.code, v.name, v.description, v.percent, v.value, v.max_discount, v.min_total, v.starts_at, v.ends_at,
      case when v.starts_at > ${now} then 'coming'
        when quota.total is not null and quota.taken >= quota.total then 'taken' else 'running' end as state
    from landing_page
    cross join lateral (
      select named.code, min(turn) as turn
      from jsonb_array_elements(blocks) block,
        jsonb_array_elements_text(block->'codes') with ordinality named (code, turn)
      where block->>'kind' = 'vouchers' group by named.code
    ) wanted
    join voucher v on v.code = wanted.code left join quota using (quota_id)
    where landing_page_id = ${landing_page_id} and landing_page.is_active
      and v.is_active and v.customer_id is null and (v.ends_at is null or v.ends_at > ${now})
    order by turn, v.code`.execute(db)
  return rows.map((row) => ({
    ...row,
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
  }))
}
