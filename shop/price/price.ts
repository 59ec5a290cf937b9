import type { PriceStep } from '#contracts/price-parts.ts'

/** What the price table says about one product for all, for a province, for a customer group, or both. */
export interface PriceRow {
  product_id: number
  province_id: number | null
  customer_group_id: number | null
  list_price: number
  sale_price: number | null
}

/** Who asks, and from where. */
export interface PriceQuestion {
  province_id: number
  /** Null for a guest and for a member without a group. */
  customer_group_id: number | null
}

/** A price in whole đồng with VAT, and how it came about. */
export interface Price {
  /** Struck out on the screen when `final_price` is lower. */
  list_price: number
  final_price: number
  trace: PriceStep[]
}

/**
 * What one piece costs for this question, or null when nobody has named a price ("Giá liên hệ").
 * The row of the province stands in for the one of the whole country; the row of a customer group
 * counts only where it is cheaper, so a member never pays more than a guest (house §5.2).
 */
export function priceAt(rows: readonly PriceRow[], question: PriceQuestion): Price | null {
  const country = rows.find((row) => row.province_id === null && row.customer_group_id === null)
  const province = rows.find(
    (row) => row.province_id === question.province_id && row.customer_group_id === null,
  )
  const general = province ?? country
  if (!general) return null
  const trace: PriceStep[] = []
  if (country) trace.push(tableStep('list', country.list_price))
  if (province) trace.push(tableStep('province', province.list_price))
  let final_price = general.list_price
  if (general.sale_price !== null && general.sale_price < final_price) {
    final_price = general.sale_price
    trace.push(tableStep('sale', final_price))
  }
  const group_price = lowest(groupRow(rows, question))
  if (group_price !== null && group_price < final_price) {
    final_price = group_price
    trace.push(tableStep('customer_group', final_price))
  }
  return { list_price: general.list_price, final_price, trace }
}

function tableStep(rule: PriceStep['rule'], amount: number): PriceStep {
  return { rule, amount, reference: null, name: '', valid_until: null, excludes: [] }
}

/** The price the spec calls `special_price` (spec §3): set only where it is lower than the list price. */
export function specialPrice(price: Price): number | null {
  return price.final_price < price.list_price ? price.final_price : null
}

function groupRow(rows: readonly PriceRow[], question: PriceQuestion): PriceRow | undefined {
  if (question.customer_group_id === null) return undefined
  const own = rows.filter((row) => row.customer_group_id === question.customer_group_id)
  return (
    own.find((row) => row.province_id === question.province_id) ??
    own.find((row) => row.province_id === null)
  )
}

function lowest(row: PriceRow | undefined): number | null {
  return row ? (row.sale_price ?? row.list_price) : null
}
