import type { Database } from '#db/schema.ts'
import {
  openRecipientContacts,
  type RecipientContact,
} from '#shop/quote/recipient-contact-store.ts'

/**
 * Whose phone and mail address an order of a caller would have. What is done too often is counted by
 * them, where the input does not say them.
 */
export function recipientContacts(
  db: Database,
): (caller: { customer_id: number }) => Promise<RecipientContact> {
  const contactOf = openRecipientContacts(db)
  return ({ customer_id }) => contactOf(customer_id)
}
