/** A genuine notice of a gateway about a payment attempt. */
export interface PaymentNotice {
  /** The id of this statement; a statement counts once. */
  message_id: string
  /** Our reference of the attempt. */
  reference: string
  /** What the provider calls the payment, where it said so at the start: another one is not about this attempt. */
  link?: string | null
  status: 'paid' | 'failed' | 'pending'
  /** Đồng; the amount of the attempt where the statement has none. */
  amount: number
  provider_reference: string | null
  /** Why there is no money, as a text for the shopper. */
  failure: string | null
  /** Stored for staff: nothing secret, no card numbers. */
  detail: Record<string, unknown>
  /**
   * Only with 'pending': the provider has the shopper's money and reviews it first. Such an attempt never
   * times out.
   */
  is_held?: boolean
  /** Further payments for the same attempt in one answer, each as in a message of its own. */
  others?: readonly PaymentNotice[]
}

/** A genuine notice of a relay about a transfer to the shop's bank account. */
export interface TransferNotice {
  relay: 'sepay' | 'payos'
  /** The relay's id of this transfer; a transfer counts once. */
  relay_id: string
  amount: number
  /** The account that received it; null where the relay's channel implies it. */
  account_number: string | null
  text: string
  /** The transfer code that was paid, where the relay knows it: our number of it and the relay's link. */
  code: { order_number: number; payment_link: string } | null
  reference: string | null
  transferred_at: string | null
}
