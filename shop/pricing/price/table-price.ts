import type { PriceStep } from '#contracts/price-parts.ts'

import type { Dong } from '#pure/money.ts'
/** A row of the price table: for everybody, for a province, for a customer group, or both. */
export interface PriceRow {
  product_id: number
  province_id: number | null
  customer_group_id: number | null
  list_price: Dong
  sale_price: Dong | null
}

export interface TablePrice {
  list_price: Dong
  /** After list, province and sale; the rules start from it. */
  amount: Dong
  trace: PriceStep[]
}

/** Returns the price of the price table for everybody in a province; null if there is none. */
export function tablePrice(
  rows: readonly PriceRow[],
  { province_id }: { province_id: number },
): TablePrice | null {
  const general = rows.filter((row) => row.customer_group_id === null)
  const country = general.find((row) => row.province_id === null)
  const province = general.find((row) => row.province_id === province_id)
  const row = province ?? country
  if (!row) return null
  const { list_price, sale_price } = row
  const trace: PriceStep[] = []
  if (country) trace.push(tableStep('list', country.list_price))
  if (province) trace.push(tableStep('province', province.list_price))
  if (sale_price === null || sale_price >= list_price)
    return { list_price, amount: list_price, trace }
  trace.push(tableStep('sale', sale_price))
  return { list_price, amount: sale_price, trace }
}

function tableStep(rule: PriceStep['rule'], amount: Dong): PriceStep {
  return { rule, amount, reference: null, name: '', valid_until: null, excludes: [] }
}
