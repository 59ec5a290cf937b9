/**
 * What a price depends on and must be had for it, beside stock: a flash sale's slot, a use of a voucher,
 * a use of a promotion's quota. Reserved in the order's transaction, else the price does not stand.
 */
export interface QuotaClaim {
  reason: 'flash' | 'voucher' | 'student' | 'member' | 'promotion'
  /** What the shopper calls it: the item, the voucher's or the promotion's name. */
  name: string
  /** The line it is for; null for the whole order. */
  item_id: number | null
  quantity: number
  /** Null: as often as asked for, but for the limit of each customer. */
  quota_id: number | null
  /** How much each customer may have under a key; null: no such limit. */
  customer_limit: { key: string; most: number } | null
}
