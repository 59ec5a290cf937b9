/** Why a quantity on hand changes. Migration 040 lists the kinds. */
export type MovementKind =
  | 'opening'
  | 'import'
  | 'count'
  | 'adjustment'
  | 'sale'
  | 'return'
  | 'receipt'
  | 'exchange'
  | 'transfer_out'
  | 'transfer_in'
  | 'lost'

/** Units that come to a stock row, or leave it where `quantity` is negative. */
export interface Movement {
  product_id: number
  shop_id: number
  quantity: number
  /** The unit that comes or leaves, if it has an IMEI or a serial number: then the quantity is 1 or -1. */
  unit_id?: number
  /** In đồng for one unit, if it is known. */
  cost?: number | null
}

/** What a movement says of its cause. */
export interface MovementCause {
  kind: MovementKind
  /** The code of the order, receipt, transfer or count, or the name of the imported file. */
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
