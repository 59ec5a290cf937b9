import type { Quote } from '#contracts/storefront/quote.ts'
import { giftsSeen } from '#pure/formats/gifts-seen.ts'
import { recipientSeen } from '#pure/formats/recipient-seen.ts'

interface SeenCheckoutProps {
  quote: Pick<Quote, 'quote_id' | 'items'> & { recipient: NonNullable<Quote['recipient']> }
  /** The total that the page shows. */
  grand_total: number
}

/** Says in the form of an order what its page shows, so that a change in another tab is told and not ordered. */
export function SeenCheckout({ quote, grand_total }: SeenCheckoutProps) {
  return (
    <>
      <input type="hidden" name="quote_id" value={quote.quote_id} />
      <input type="hidden" name="recipient_seen" value={recipientSeen(quote.recipient)} />
      <input type="hidden" name="gifts_seen" value={giftsSeen(quote.items)} />
      <input type="hidden" name="grand_total" value={grand_total} />
    </>
  )
}
