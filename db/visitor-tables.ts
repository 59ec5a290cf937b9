import type { Generated } from 'kysely'
import type { ConsentPurpose } from '#pure/formats/consent.ts'
import type { CustomerId } from '#pure/ids.ts'

interface Consent {
  consent_id: Generated<number>
  customer_id: CustomerId
  purpose: ConsentPurpose
  is_granted: boolean
  text_version: number
  place: 'banner' | 'page'
  chosen_at: Date
}

interface WishlistItem {
  customer_id: CustomerId
  product_id: number
  added_at: Date
}

/** What visitors chose and asked for without an order. */
export interface VisitorTables {
  consent: Consent
  wishlist_item: WishlistItem
}
