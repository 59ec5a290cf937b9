import type { ColumnType, Generated } from 'kysely'

interface DeviceTest {
  name: string
  is_passed: boolean
  /** YYYY-MM-DD */
  tested_on: string
}

interface UsedUnit {
  imei_id: Generated<number>
  product_id: number
  version_id: number
  unit_id: number
  state: Generated<'draft' | 'listed' | 'held' | 'sold' | 'withdrawn'>
  grade: 'activated' | 'good' | 'scratched' | 'swapped'
  battery: number | null
  owner_count: Generated<number>
  replaced_parts: Generated<string[]>
  tests: ColumnType<DeviceTest[], string | undefined, string>
  condition_notes: Generated<string>
  accessories: Generated<string>
  warranty_months: number
  used_since: string | null
  source: 'hand' | 'trade_in' | 'return'
  source_reference: string | null
  price: number | null
  shop_id: number
  listed_at: Date | null
  created_at: Date
  changed_at: Generated<Date>
  version: Generated<number>
}

/** The table of used devices. */
export interface UsedTables {
  used_unit: UsedUnit
}
