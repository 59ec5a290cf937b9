import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'

/** These checkouts became orders. */
export async function updateOrdered(tx: Tx, quote_ids: readonly number[]): Promise<void> {
  await sql`
    update quote set is_open = false where quote_id = any(${quote_ids}::bigint[])
  `.execute(tx)
}

/** What a shopper is being told of a checkout: its total, and the gifts it goes without. */
export interface ToldQuote {
  quote_id: number
  grand_total: number
  gifts_told: readonly number[]
}

/** Shoppers are being told these totals: their next confirmation is about them. */
export async function updateTotalsTold(tx: Tx, told: readonly ToldQuote[]): Promise<void> {
  await sql`
    update quote set grand_total_seen = told.grand_total, gifts_left_out = told.gifts::bigint[]
    from unnest(${told.map((one) => one.quote_id)}::bigint[],
      ${told.map((one) => one.grand_total)}::bigint[],
      ${told.map((one) => `{${one.gifts_told.join()}}`)}::text[]) as told (quote_id, grand_total, gifts)
    where quote.quote_id = told.quote_id and quote.is_open
  `.execute(tx)
}
