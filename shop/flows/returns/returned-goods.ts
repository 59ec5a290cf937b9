import type { ReturnReason } from '#contracts/staff/returns.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import {
  findBoughtBack,
  findDelivered,
  findReturned,
  findSoldLines,
  findUnitsWithCustomer,
  type WaitingReturn,
} from '#shop/return/return-store.ts'
import { findFees } from '#shop/return/return-rule-store.ts'
import type { SoldLine } from '#shop/return/return-value.ts'

/** A line of a delivered order, with its units. */
export interface DeliveredLine extends SoldLine {
  item_id: number
  sku: string
  thumbnail: string | null
  /** How many are in no return and were not bought back, and the returns of the others. */
  left: number
  return_codes: string[]
  /** The units with a code that the customer has. */
  units: { unit_id: number; codes: string[] }[]
  /** Those of them that are in a return. */
  units_in_returns: number[]
  /** Returns that a shopper asked for and whose goods are not at a shop yet. */
  waiting: WaitingReturn[]
  /** How many were refunded. */
  refunded: number
}

/** What of a delivered order can come back. */
export interface DeliveredGoods {
  delivered_at: Date
  /** Days since then. */
  day: number
  /** What all goods of the order cost after all discounts, in đồng. */
  goods_total: number
  lines: DeliveredLine[]
}

/**
 * Reads the goods of an order that was delivered; null if it was not. Gifts come back with the line they belong to.
 * `except`: a return that is not counted.
 */
export async function deliveredGoods(
  db: Database,
  { order_id, code }: { order_id: OrderId; code: string },
  now: Date,
  except: number | null = null,
): Promise<DeliveredGoods | null> {
  const delivered_at = await findDelivered(db, order_id)
  if (delivered_at === null) return null
  const { lines, goods_total } = await findSoldLines(db, order_id)
  const units = await findUnitsWithCustomer(db, code)
  const returnedOf = await findReturned(db, order_id, except)
  const bought_back = await findBoughtBack(db, { order_id, code })
  return {
    delivered_at,
    day: daysBetween(delivered_at, now),
    goods_total,
    lines: lines.map((line) => {
      const { open, done, codes, unit_ids, waiting } = returnedOf(line.position)
      const own = units.filter(({ product_id }) => product_id === line.item_id)
      const unreturned = Math.max(0, line.item_quantity - open)
      const gone = Math.min(unreturned, bought_back.get(line.item_id) ?? 0)
      // Lines of the same goods share what was bought back.
      bought_back.set(line.item_id, (bought_back.get(line.item_id) ?? 0) - gone)
      const left = unreturned - gone
      const returned = { return_codes: codes, units_in_returns: unit_ids, waiting, refunded: done }
      return { ...line, left, units: own, ...returned }
    }),
  }
}

/** Days of the Vietnamese calendar from one instant to another. */
export function daysBetween(from: Date, to: Date): number {
  const [first, last] = [from, to].map((instant) => Date.parse(vietnamDay(instant)))
  return Math.round(((last ?? 0) - (first ?? 0)) / 86_400_000)
}

/** What the shop keeps on this day, in percent, for each reason for which it still takes goods back. */
export async function feesOn(
  db: Database,
  day: number,
): Promise<{ reason: ReturnReason; percent: number }[]> {
  const fees = (await findFees(db)).filter(({ up_to_day }) => day <= up_to_day)
  return [...Map.groupBy(fees, ({ reason }) => reason)].map(([reason, [first]]) => {
    return { reason, percent: first?.percent ?? 0 }
  })
}

/**
 * The unit of a line that a scanned code names. 'none': the line has no units with a code. 'needed': no code was given.
 * 'other': the order did not get this unit.
 */
export function scannedUnit(
  { units }: Pick<DeliveredLine, 'units'>,
  unit_code: string | undefined,
): number | 'none' | 'needed' | 'other' {
  if (!unit_code) return units.length > 0 ? 'needed' : 'none'
  const code = storedUnitCode(unit_code)
  return units.find(({ codes }) => codes.includes(code))?.unit_id ?? 'other'
}

/** Whether all goods of an order came back and were refunded, gifts aside. */
export async function isAllReturned(tx: Tx, order_id: OrderId): Promise<boolean> {
  const { lines } = await findSoldLines(tx, order_id)
  const returnedOf = await findReturned(tx, order_id)
  return lines.every(
    ({ position, item_quantity, is_gift }) => is_gift || returnedOf(position).done >= item_quantity,
  )
}
