/** What of a recipient a shopper checks before paying. */
interface Seen {
  name: string
  phone: string
  recipient_name: string | null
  recipient_phone: string | null
  address_text: string
}

/** Whom and where an order goes to, as one text: it tells whether a checkout still has the recipient that was shown. */
export function recipientSeen(recipient: Seen): string {
  const { name, phone, recipient_name, recipient_phone, address_text } = recipient
  return [name, phone, recipient_name, recipient_phone, address_text].filter(Boolean).join(' · ')
}
