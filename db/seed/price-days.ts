import { chance } from '#db/seed/chance.ts'
import { vietnamTime } from '#db/seed/flash-windows.ts'
import { insertRows } from '#db/seed/insert-rows.ts'
import type { PlannedVersion } from '#db/seed/plan.ts'
import type { Tx } from '#db/schema.ts'

/** Days before the opening of which a price is known: enough for the lowest of thirty days. */
const days_told = [28, 19, 11, 4, 1]
const step = 10_000

/** What goods cost before the shop opened: mostly what they cost now, at times a little more. */
export async function seedPriceDays(
  trx: Tx,
  versions: readonly PlannedVersion[],
  without_price: readonly string[],
  opened_at: Date,
): Promise<void> {
  const days = days_told.map((before) => ({
    before,
    day: vietnamTime(opened_at, -before, 12).toISOString().slice(0, 10),
  }))
  const rows = versions
    .filter((version) => !without_price.includes(version.path))
    .flatMap((version) =>
      version.colors.flatMap(({ product_id, variant }) =>
        days.map(({ day, before }) => {
          const more = Math.max(0, chance(`price ${variant.sku} ${before}`) - 0.6) / 5
          const paid = Math.round((variant.sale_price * (1 + more)) / step) * step
          return { product_id, day, lowest: Math.min(paid, variant.list_price) }
        }),
      ),
    )
  await insertRows(trx, 'price_day', rows)
}
