import type { Generated } from 'kysely'
import type { consent_places, LoggedPurpose } from '#pure/formats/consent.ts'
import type { CustomerId } from '#pure/ids.ts'

interface Consent {
  consent_id: Generated<number>
  customer_id: CustomerId
  purpose: LoggedPurpose
  is_granted: boolean
  text_version: number
  place: (typeof consent_places)[number]
  chosen_at: Date
}

interface WishlistItem {
  customer_id: CustomerId
  product_id: number
  added_at: Date
}

interface ProductNotice {
  product_notice_id: Generated<number>
  kind: 'stock' | 'price'
  product_id: number
  customer_id: CustomerId | null
  channel: 'email' | 'sms' | 'push'
  recipient: string
  secret: string
  state: 'unconfirmed' | 'waiting' | 'sent' | 'stopped'
  price_seen: number | null
  province_id: number | null
  told_count: Generated<number>
  created_at: Date
  confirmed_at: Date | null
  ended_at: Date | null
}

interface PushSubscription {
  push_subscription_id: Generated<number>
  endpoint_hash: Buffer
  sealed: Buffer
  customer_id: CustomerId | null
  created_at: Date
}

/** What visitors chose and asked for without an order. */
export interface VisitorTables {
  consent: Consent
  product_notice: ProductNotice
  push_subscription: PushSubscription
  wishlist_item: WishlistItem
}
