import type { Database } from '#db/schema.ts'
import { offerTableRow } from '#shop/pricing/promotion/offer-table-rows.ts'
import { offerTable, type OfferTable } from '#shop/pricing/promotion/promotion-table.ts'

/**
 * Loads the offers that may lower prices now or later: of all products, or of these versions and their
 * colours.
 */
export async function loadOfferTable(
  db: Database,
  version_ids: readonly number[] | null,
  now: Date,
): Promise<OfferTable> {
  const { rows } = await offerTableRow(version_ids, now).execute(db)
  return offerTable(rows[0] ?? { targets: [], promotions: [], flash: [] })
}
