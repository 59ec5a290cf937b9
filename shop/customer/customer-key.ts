import { readMobile } from '#platform/text/vietnamese-phone.ts'

/**
 * Returns the key by which limits per customer are counted (contract §4: flash sale limits apply per customer).
 * It is the phone of the order in E.164, unverified, so that other spellings and other guest tokens count as
 * the same customer. With null the customer is unknown, and limited items are refused (invalid_customer).
 */
export function customerKey(recipient: { phone: string } | null): string | null {
  return recipient === null ? null : readMobile(recipient.phone).e164
}
