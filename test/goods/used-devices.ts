import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { addUsedUnit } from '#shop/flows/trade/used/add-used-unit.ts'
import type { NewUsedUnit } from '#shop/inventory/used/used.ts'
import { imeiCheckDigit } from '#pure/formats/unit-codes.ts'
import { products, shops } from '#test/support/small-shop.ts'

/** A used phone of the small shop, 12.000.000đ; `number` gives it an IMEI of its own. */
export function usedPhone(number: number, changes: Partial<NewUsedUnit> = {}): NewUsedUnit {
  const digits = `35${String(number).padStart(12, '0')}`
  return {
    new_item_id: products.phone,
    codes: { imei1: digits + imeiCheckDigit(digits), imei2: null, serial: null },
    ...{ shop_id: shops.first, cost: 9_000_000, grade: 'good', battery: 91, owner_count: 1 },
    ...{ replaced_parts: [], tests: [], condition_notes: '', accessories: 'Máy, cáp' },
    ...{ warranty_months: 6, used_since: '2025-11-01', source: 'hand', source_reference: null },
    price: 12_000_000,
    ...changes,
  }
}

/** Takes in a used device and offers it. */
export async function offerUsed(db: Database, unit: NewUsedUnit) {
  return transaction(db, async (tx) => {
    // The small shop has ids of its own.
    await sql`select setval(pg_get_serial_sequence('product', 'product_id'),
      greatest(1000, (select max(product_id) from product)))`.execute(tx)
    const added = await addUsedUnit(tx, unit, { staff_name: 'Lan', at: new Date() })
    await sql`update used_unit set state = 'listed', listed_at = now() where imei_id = ${added.imei_id}`.execute(
      tx,
    )
    await sql`update product set is_active = true where product_id = ${added.product_id}`.execute(
      tx,
    )
    return added
  })
}
