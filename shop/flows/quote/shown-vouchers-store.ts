import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'

export interface ShownVoucher {
  code: string
  description: string
}

/**
 * The vouchers that the shop itself shows to the buyer of a checkout: those on an active landing page, and those of the
 * member or of their groups. A code is a secret until the shop shows it. Those that end first come first.
 */
export async function findShownVouchers(
  db: Database,
  { customer_id, standing }: Pick<OpenQuote, 'customer_id' | 'standing'>,
  now: Date,
): Promise<ShownVoucher[]> {
  const groups = [standing?.customer_group_id, standing?.card_group_id].filter((id) => id != null)
  const { rows } = await sql<ShownVoucher>`
    with on_walls as (
      select named.code from landing_page, jsonb_array_elements(blocks) block,
        jsonb_array_elements_text(block->'codes') named (code)
      where landing_page.is_active and block->>'kind' = 'vouchers'
    )
    select v.code, v.description from voucher v
    where v.is_active and (v.ends_at is null or v.ends_at > ${now})
      and (v.customer_id = ${customer_id}
        or (v.customer_id is null and v.customer_group_id = any(${groups}::smallint[]))
        or (v.customer_id is null and v.code in (select code from on_walls)))
    order by v.ends_at nulls last, v.voucher_id limit 30
  `.execute(db)
  return rows
}
