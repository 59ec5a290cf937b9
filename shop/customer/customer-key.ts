import { readMobile } from '#platform/text/vietnamese-phone.ts'

/**
 * Who the customer is that limits are counted for (contract §4: flash sale limits apply per customer):
 * today the phone of the order in E.164, unverified, so that other spellings and other guest tokens
 * are the same customer. Null: nobody we know, and what is limited is not sold (invalid_customer).
 */
export function customerKey(recipient: { phone: string } | null): string | null {
  return recipient === null ? null : readMobile(recipient.phone).e164
}
