import type { UnitCodes } from '#pure/formats/unit-codes.ts'

/** What a shopper is told about the looks of a used device. */
export type UsedGrade = 'activated' | 'good' | 'scratched' | 'swapped'

/** Held and sold follow the stock (migration 124); the others are decided by people. */
export type UsedState = 'draft' | 'listed' | 'held' | 'sold' | 'withdrawn'

type UsedSource = 'hand' | 'trade_in' | 'return'

/** One test of a device, such as of its cameras. */
export interface DeviceTest {
  name: string
  is_passed: boolean
  /** YYYY-MM-DD */
  tested_on: string
}

/** What is known about a device. */
export interface Passport {
  grade: UsedGrade
  /** Health of the battery in percent; null: not measured, or it has none. */
  battery: number | null
  /** 0: nobody used it, such as a device that was only activated. */
  owner_count: number
  replaced_parts: readonly string[]
  tests: readonly DeviceTest[]
  condition_notes: string
  accessories: string
  warranty_months: number
  /** YYYY-MM-DD: since when it has been used; null: unknown. */
  used_since: string | null
}

/** A used device that comes in, as a draft. */
export interface NewUsedUnit extends Passport {
  /** The item that it was when it was new: one colour of a version. */
  new_item_id: number
  codes: UnitCodes
  shop_id: number
  /** What the shop paid for it, in đồng. */
  cost: number | null
  source: UsedSource
  /** The paper that it came with, such as the code of a trade-in. */
  source_reference: string | null
  /** Null: it is priced before it is listed. */
  price: number | null
}

/** What a cart knows of a used device. */
export interface UsedDevice {
  imei_id: number
  /** The last digits of its IMEI or serial number, which everybody may see. */
  imei_tail: string
  shop_name: string
  /** Its shop sells goods. */
  is_sold_here: boolean
  /** Milliseconds since 1970: until then another order waits for its payment. */
  reserved_until: number | null
}

interface RefusedDevice {
  item_id: number
  name: string
}

export type UsedProblem =
  | { code: 'used_product_company_not_available'; data: RefusedDevice }
  | { code: 'used_product_not_available'; data: RefusedDevice }
  | { code: 'used_product_online_payment_pending'; data: RefusedDevice & { seconds_left: number } }

/** Why a device that is not free cannot be bought (contract §8). */
export function usedProblem(
  { is_sold_here, reserved_until }: Pick<UsedDevice, 'is_sold_here' | 'reserved_until'>,
  { item_id, name }: RefusedDevice,
  now: Date,
): UsedProblem {
  const data = { item_id, name }
  if (!is_sold_here) return { code: 'used_product_company_not_available', data }
  if (reserved_until === null) return { code: 'used_product_not_available', data }
  const seconds_left = Math.max(0, Math.ceil((reserved_until - now.getTime()) / 1_000))
  return { code: 'used_product_online_payment_pending', data: { ...data, seconds_left } }
}
