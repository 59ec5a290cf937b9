/**
 * What must be reserved for a price to apply, beside stock: a slot of a flash sale, a use of a voucher, or a
 * use of a promotion's quota. It is reserved in the transaction of the order; otherwise the price is not valid.
 */
export interface QuotaClaim {
  reason: 'flash' | 'voucher' | 'student' | 'member' | 'promotion'
  /** Name shown to the shopper: of the item, the voucher or the promotion. */
  name: string
  /** The order line that the claim belongs to; null for the whole order. */
  item_id: number | null
  quantity: number
  /** Null: there is no quota, only the limit per customer. */
  quota_id: number | null
  /** The maximum quantity of each customer under a key; null: no limit per customer. */
  customer_limit: { key: string; max: number } | null
  /** Whose uses count; absent: those of the customer_key of the request. */
  counted_for?: string
}
