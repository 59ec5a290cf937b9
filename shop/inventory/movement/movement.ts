/** Why a quantity on hand changes. Migration 034 lists the kinds. */
type MovementKind = 'opening' | 'import' | 'count' | 'adjustment' | 'sale' | 'return'

/** Units that come to a stock row, or leave it where `quantity` is negative. */
export interface Movement {
  product_id: number
  shop_id: number
  quantity: number
}

/** What a movement says of its cause. */
export interface MovementCause {
  kind: MovementKind
  /** The code of the order, or the name of the imported file. */
  document: string | null
  reason?: string
  staff_name?: string
  at: Date
}

/** A stock row of which more units are reserved than are on hand. */
export interface StockShortage {
  sku: string
  shop_code: string
  on_hand: number
  reserved: number
  /** Codes of the orders that have reserved these units and were not shipped, latest first. */
  order_codes: string[]
}
