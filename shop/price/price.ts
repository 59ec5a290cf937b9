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

/** One step on the way to a price: the rule that spoke and the amount after it. */
export interface PriceStep {
  rule: 'list' | 'province' | 'sale' | 'customer_group'
  amount: number
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
  if (country) trace.push({ rule: 'list', amount: country.list_price })
  if (province) trace.push({ rule: 'province', amount: province.list_price })
  let final_price = general.list_price
  if (general.sale_price !== null && general.sale_price < final_price) {
    final_price = general.sale_price
    trace.push({ rule: 'sale', amount: final_price })
  }
  const group_price = lowest(groupRow(rows, question))
  if (group_price !== null && group_price < final_price) {
    final_price = group_price
    trace.push({ rule: 'customer_group', amount: final_price })
  }
  return { list_price: general.list_price, final_price, trace }
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
