import { chance } from '#db/seed/chance.ts'
import { vietnamTime } from '#db/seed/flash-windows.ts'
import { insertRows } from '#db/seed/insert-rows.ts'
import type { PlannedVersion } from '#db/seed/plan.ts'
import type { Tx } from '#db/schema.ts'

/** Days before the opening that get a price: enough for the graph of ninety days. */
const days_before_opening = [90, 76, 64, 51, 40, 28, 19, 11, 4, 1]
const step = 10_000

/** Inserts the prices before the shop opened: mostly the current price, sometimes a little more. */
export async function seedPriceDays(
  trx: Tx,
  versions: readonly PlannedVersion[],
  without_price: readonly string[],
  opened_at: Date,
): Promise<void> {
  const days = days_before_opening.map((before) => ({
    before,
    day: vietnamTime(opened_at, -before, 12).toISOString().slice(0, 10),
  }))
  const rows = versions
    .filter((version) => !without_price.includes(version.path))
    .flatMap((version) =>
      version.colors.flatMap(({ product_id, variant, price, list_price }) =>
        days.map(({ day, before }) => {
          const more = Math.max(0, chance(`price ${variant.sku} ${before}`) - 0.6) / 5
          const paid = Math.round((price * (1 + more)) / step) * step
          return { product_id, day, lowest: Math.min(paid, list_price) }
        }),
      ),
    )
  await insertRows(trx, 'price_day', rows)
}
