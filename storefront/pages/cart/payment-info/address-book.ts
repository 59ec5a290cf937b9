import type { MemberAddress } from '#contracts/storefront/member.ts'
import type { Quote, Recipient } from '#contracts/storefront/quote.ts'

/** The address that fills the form: the one that was asked for; the usual one if the checkout has none yet. */
export function chosenAddress(
  addresses: readonly MemberAddress[],
  { recipient }: Pick<Quote, 'recipient'>,
  asked: string | null,
): MemberAddress | null {
  const named = addresses.find(({ address_id }) => String(address_id) === asked)
  return named ?? (recipient === null ? (addresses[0] ?? null) : null)
}

/** What the form begins with: a saved address, else what the checkout has. */
export function filledRecipient(
  address: MemberAddress | null,
  { recipient }: Pick<Quote, 'recipient'>,
  province_id: number,
): Recipient | null {
  if (address === null) return recipient
  const { name, phone, province_code, ward_id, ward_name, street, text } = address
  return {
    ...{ name, phone, province_id, province_code, ward_id, ward_name, street },
    ...{ email: recipient?.email ?? null, note: recipient?.note ?? null },
    ...{ recipient_name: null, recipient_phone: null, shipping_method: 'home_delivery' },
    ...{ district_id: null, legacy_address: null, dataset_version: null, erp_shop_id: null },
    ...{ shop_name: null, address_text: text, promotion_announcement: false },
    company_invoice: recipient?.company_invoice ?? null,
    salutation: recipient?.salutation ?? null,
    data_transfer: recipient?.data_transfer ?? false,
  }
}
