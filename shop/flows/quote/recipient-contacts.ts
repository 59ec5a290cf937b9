import type { CustomerId } from '#pure/ids.ts'
import type { Database } from '#db/schema.ts'
import {
  openRecipientContacts,
  type RecipientContact,
} from '#shop/quote/recipient-contact-store.ts'

/**
 * Returns the phone number and e-mail address that the caller's order would have. Rate limits count by them when the
 * input does not contain them.
 */
export function recipientContacts(
  db: Database,
): (caller: { customer_id: CustomerId }) => Promise<RecipientContact> {
  const contactOf = openRecipientContacts(db)
  return ({ customer_id }) => contactOf(customer_id)
}
