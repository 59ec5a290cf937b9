/** What a gateway said about a payment attempt, proved genuine. */
export interface PaymentNotice {
  /** The provider's own number of this statement: counted once. */
  message_id: string
  /** Our reference of the attempt. */
  reference: string
  /** In place of the reference, where a provider knows attempts by whole numbers only. */
  payment_id?: number
  status: 'paid' | 'failed' | 'pending'
  /** Đồng; of a statement without an amount that of the attempt. */
  amount: number
  provider_reference: string | null
  /** Why there is no money, in words for the shopper. */
  failure: string | null
  /** Stored for staff: nothing secret, no card numbers. */
  detail: Record<string, unknown>
  /** Of 'pending': the shopper's money is at the provider, who looks at it first. Never given up. */
  is_held?: boolean
  /** Further money for the same attempt that one answer reports, each as its own message would. */
  others?: readonly PaymentNotice[]
}

/** A transfer to the shop's bank account, as a relay reported and proved it. */
export interface TransferNotice {
  relay: 'sepay' | 'payos'
  /** The relay's own number of this movement: seen twice, it counts once. */
  relay_id: string
  amount: number
  /** Where it arrived; null where the relay's own channel says so already. */
  account_number: string | null
  text: string
  /** The code that was paid, where the relay knows. */
  transfer_code_id: number | null
  reference: string | null
  transferred_at: string | null
}
