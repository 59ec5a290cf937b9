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
  kind: 'stock' | 'price' | 'start'
  product_id: number | null
  landing_page_id: number | null
  flash_sale_id: number | null
  customer_id: CustomerId | null
  channel: 'email' | 'sms' | 'push'
  recipient: string
  secret: string
  state: 'unconfirmed' | 'waiting' | 'sent' | 'stopped'
  price_seen: number | null
  province_id: number | null
  queued_count: Generated<number>
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
  offers_at: Date | null
}

interface MessageCampaign {
  campaign_id: Generated<number>
  name: string
  channel: 'email' | 'push' | 'zalo'
  audience: 'all' | 'members' | 'wishlist'
  tier_code: Generated<string>
  wish_path: Generated<string>
  title: string
  body: string
  button: string
  link: string
  zalo_template: Generated<string>
  state: Generated<'draft' | 'asked' | 'approved' | 'sending' | 'paused' | 'stopped' | 'done'>
  starts_at: Date
  ends_at: Date
  written_by: number
  writer_name: string
  approved_by: number | null
  approver_name: string | null
  version: Generated<number>
  changed_at: Date
  changed_by: string | null
}

interface CampaignRecipient {
  campaign_id: number
  recipient: string
  customer_id: CustomerId | null
  secret: Generated<string>
  state: Generated<'waiting' | 'queued'>
  queued_count: Generated<number>
  queued_at: Date | null
  unsubscribed_at: Date | null
  created_at: Date
}

interface DoNotCallList {
  do_not_call_list_id: Generated<number>
  source: string
  phones: number
  added_at: Date
  added_by: string
}

interface DoNotCall {
  phone_hash: Buffer
}

/** What visitors chose and asked for without an order. */
export interface VisitorTables {
  campaign_recipient: CampaignRecipient
  consent: Consent
  do_not_call: DoNotCall
  do_not_call_list: DoNotCallList
  message_campaign: MessageCampaign
  product_notice: ProductNotice
  push_subscription: PushSubscription
  wishlist_item: WishlistItem
}
