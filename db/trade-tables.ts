import type { ColumnType, Generated } from 'kysely'

interface Quota {
  quota_id: Generated<number>
  total: number | null
  taken: Generated<number>
  settled: Generated<number>
}

interface CustomerUse {
  limit_key: string
  customer_key: string
  taken: number
}

interface Reservation {
  reservation_id: Generated<number>
  order_id: number | null
  kind: 'stock' | 'quota' | 'customer_limit'
  product_id: number | null
  shop_id: number | null
  quota_id: number | null
  limit_key: string | null
  customer_key: string | null
  quantity: number
  max_quantity: number | null
  expires_at: Date | null
  settled_at: Date | null
  released_at: Date | null
  waitlist_entry_id: number | null
  shipped_at: Date | null
  shop_reservation_id: number | null
}

interface DraftOrder {
  draft_id: Generated<number>
  customer_id: number
  quote_id: number | null
  made_by: number
  shop_id: number | null
  goods: Generated<string>
  address: ColumnType<unknown, string | null, string | null>
  phone: ColumnType<string | null, never, never>
  discount: Generated<number>
  discount_reason: string | null
  version: Generated<number>
  created_at: Date
  changed_at: Date
  share_hash: Buffer | null
  shared_until: Date | null
  is_share_taken: Generated<boolean>
  taken_at: Date | null
  dropped_at: Date | null
  return_id: number | null
  follows_order_id: number | null
  swapped: ColumnType<Record<string, number> | null, string | null, never>
  worth: number | null
}

interface Promotion {
  promotion_id: Generated<number>
  uuid: Generated<string>
  kind: 'catalogue' | 'member' | 'student' | 'gift' | 'payment'
  name: string
  description: Generated<string>
  is_active: Generated<boolean>
  starts_at: Date | null
  ends_at: Date | null
  percent: number | null
  value: number | null
  price: number | null
  max_discount: number | null
  min_total: Generated<number>
  customer_group_id: number | null
  province_ids: number[] | null
  payment_method: string | null
  excludes: Generated<string[]>
  choice_group: string | null
  gift_product_id: number | null
  gift_quantity: Generated<number>
  quota_id: number | null
  per_customer: number | null
  position: Generated<number>
  period: 'day' | 'month' | 'year' | null
}

interface PromotionTarget {
  promotion_target_id: Generated<number>
  promotion_id: number
  product_id: number | null
  category_id: number | null
  percent: number | null
  value: number | null
  price: number | null
}

interface FlashSale {
  flash_sale_id: Generated<number>
  code: Generated<string>
  name: string
  starts_at: Date
  ends_at: Date
  per_customer: Generated<number>
  is_online_only: Generated<boolean>
  needs_member: Generated<boolean>
  pay_within_s: Generated<number>
  excludes: Generated<string[]>
  is_active: Generated<boolean>
  version: Generated<number>
  changed_at: Date | null
  changed_by: string | null
  changed_by_id: number | null
  approved_by: string | null
}

interface FlashSaleItem {
  flash_sale_item_id: Generated<number>
  flash_sale_id: number
  product_id: number
  price: number
  quota_id: number
  position: Generated<number>
}

interface WaitlistRow {
  waitlist_entry_id: Generated<number>
  quota_id: number
  customer_key: string
  customer_id: number
  quantity: number
  limit_key: string
  max_quantity: number
  asked_at: Date
  seen_at: Date
  reserved_until: Date | null
}

interface Voucher {
  voucher_id: Generated<number>
  code: string
  name: string
  description: Generated<string>
  percent: number | null
  value: number | null
  max_discount: number | null
  min_total: Generated<number>
  starts_at: Date | null
  ends_at: Date | null
  customer_group_id: number | null
  category_ids: number[] | null
  excludes: Generated<string[]>
  quota_id: number | null
  per_customer: number | null
  period: 'day' | 'month' | null
  is_active: Generated<boolean>
  customer_id: number | null
}

interface Combo {
  combo_id: Generated<number>
  name: string
  main_product_id: number
  starts_at: Date | null
  ends_at: Date | null
  excludes: Generated<string[]>
  is_active: Generated<boolean>
}

interface ComboItem {
  combo_item_id: Generated<number>
  combo_id: number
  product_id: number
  percent: number | null
  value: number | null
  price: number | null
  position: Generated<number>
}

interface PriceDay {
  product_id: number
  day: string
  lowest: number
}

interface CodRule {
  is_only: Generated<boolean>
  max_total: number | null
  max_quantity: number | null
  max_open_orders: number | null
  max_came_back: number | null
  max_per_network: number | null
  call_from: number | null
  release_after_h: number | null
  version: Generated<number>
  changed_at: Date | null
  changed_by: string | null
}

interface ClosedDay {
  closed_day_id: Generated<number>
  day: string
  shop_id: number | null
  name: string
}

interface DeliveryRule {
  is_only: Generated<boolean>
  keep_days: Generated<number>
  fee: Generated<number>
  free_from: Generated<number>
  cut_off: Generated<string>
  near_hours: Generated<number>
  prepare_minutes: Generated<number>
  away_days: Generated<number>
  rural_days: Generated<number>
  version: Generated<number>
  changed_at: Date | null
  changed_by: string | null
}

interface OrderCall {
  order_id: number
  due_at: Date | null
  taken_by: number | null
  taken_until: Date | null
}

interface CallAttempt {
  call_attempt_id: Generated<number>
  order_id: number
  position: number
  staff_id: number
  staff_name: string
  outcome: 'agreed' | 'no_answer' | 'change_goods' | 'wrong_number' | 'cancel' | 'callback'
  note: string | null
  next_at: Date | null
  happened_at: Date
}

interface CustomerProfile {
  customer_profile_id: Generated<number>
  phone: string
  block: 'prepay' | 'no_orders' | null
  block_reason: string | null
  /** Phones of one person have the same. */
  person: string | null
  person_reason: string | null
  version: Generated<number>
  changed_by: string | null
  created_at: Date
}

interface CustomerErasure {
  customer_erasure_id: Generated<number>
  erased_at: Date
  staff_name: string | null
  channel: 'counter' | 'phone' | 'email' | 'letter' | 'account'
  request_number: string
  record_name: string | null
  order_count: number
  message_count: number
  note_count: number
}

interface CustomerEvent {
  customer_event_id: Generated<number>
  customer_profile_id: number
  kind: 'note' | 'phone_shown' | 'prepay' | 'no_orders' | 'unblocked' | 'joined' | 'parted'
  text: string | null
  staff_name: string
  happened_at: Date
}

interface SalesOrderStaffEvent {
  staff_event_id: Generated<number>
  order_id: number
  kind: 'note' | 'courier_note' | 'phone_shown' | 'assigned' | 'unassigned'
  text: string | null
  staff_name: string
  happened_at: Date
}

interface SalesOrderAdjustment {
  order_id: number
  position: number
  rule: string
  reference: string | null
  name: string
  amount: number
  payment_method: string | null
  quota_id: number | null
  limit_key: string | null
  excludes: Generated<string[]>
}

interface DroppedOffer {
  dropped_offer_id: Generated<number>
  order_id: number
  payment_method: string
  reference: string | null
  name: string
  amount: number
  quota_id: number | null
  limit_key: string | null
  excludes: Generated<string[]>
}

interface PaymentMessage {
  payment_message_id: Generated<number>
  gateway: string
  message_id: string
  source: 'notify' | 'query' | 'shop'
  payment_id: number | null
  status: 'paid' | 'failed' | 'pending' | 'refunded'
  amount: number
  outcome: 'paid' | 'reopened' | 'failed' | 'review' | 'ignored'
  detail: ColumnType<Record<string, unknown>, string | undefined, string>
  received_at: Date
}

interface PaymentReview {
  payment_review_id: Generated<number>
  bank_message_id: number | null
  payment_message_id: number | null
  order_id: number | null
  reason:
    | 'unknown_code'
    | 'several_codes'
    | 'wrong_account'
    | 'under'
    | 'over'
    | 'double'
    | 'after_cancel'
    | 'late_no_stock'
    | 'too_late'
    | 'not_awaited'
  state: 'open' | 'accepted' | 'refunded' | 'dismissed'
  created_at: Date
  settled_at: Date | null
}

interface Refund {
  refund_id: Generated<number>
  number: string
  order_id: number
  payment_id: number | null
  payment_review_id: number | null
  gateway: string
  amount: number
  reason: string
  state: 'due' | 'requested' | 'done' | 'failed' | 'dropped'
  provider_reference: string | null
  note: string | null
  attempts: Generated<number>
  next_attempt_at: Date | null
  created_at: Date
  updated_at: Date
}

interface GatewaySetting {
  gateway: string
  is_enabled: Generated<boolean>
  settings: Buffer
  updated_at: Date
}

interface Outbox {
  outbox_id: Generated<number>
  request_id: Generated<string>
  channel: 'email' | 'sms' | 'push' | 'zalo'
  recipient: string
  template: string
  subject: string | null
  body: string | null
  html: string | null
  order_id: number | null
  dedupe_key: string | null
  facts: ColumnType<unknown, string | undefined, string>
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'
  attempts: Generated<number>
  next_attempt_at: Date | null
  error: string | null
  created_at: Date
  sent_at: Date | null
}

interface AbandonedCart {
  code_hash: Buffer
  customer_id: number
  province_id: number
  lines: ColumnType<unknown, string, string>
  created_at: Date
  expires_at: Date
  restored_at: Date | null
  email: string | null
}

interface MailOptOut {
  email_hash: Buffer
  created_at: Date
}

interface RateWindow {
  key: Buffer
  taken: number
  taken_before: Generated<number>
  ends_at: Date
  lapses_at: Generated<Date>
}

interface CaptchaUse {
  captcha_id: Buffer
  expires_at: Date
}

interface SandboxPayment {
  family: string
  reference: string
  number: Generated<number>
  request: ColumnType<Record<string, string>, string, string>
  amount: number
  state: Generated<'open' | 'paid' | 'declined' | 'cancelled'>
  amount_paid: Generated<number>
  refunds: Generated<ColumnType<Record<string, number>, string, string>>
  created_at: Date
  settled_at: Date | null
}

interface OrderTag {
  tag: string
  tag_key: string
}

interface SalesOrderTag {
  order_id: number
  tag: string
}

/**
 * Tables of promotions, quotas, reservations, payments and notifications (migrations 011, 012, 016, 018, 019 and 034).
 */
export interface TradeTables {
  order_tag: OrderTag
  sales_order_tag: SalesOrderTag
  draft_order: DraftOrder
  abandoned_cart: AbandonedCart
  call_attempt: CallAttempt
  order_call: OrderCall
  captcha_use: CaptchaUse
  closed_day: ClosedDay
  cod_rule: CodRule
  combo: Combo
  combo_item: ComboItem
  customer_erasure: CustomerErasure
  customer_event: CustomerEvent
  customer_profile: CustomerProfile
  customer_use: CustomerUse
  delivery_rule: DeliveryRule
  flash_sale: FlashSale
  flash_sale_item: FlashSaleItem
  gateway_setting: GatewaySetting
  mail_opt_out: MailOptOut
  outbox: Outbox
  dropped_offer: DroppedOffer
  payment_message: PaymentMessage
  payment_review: PaymentReview
  price_day: PriceDay
  promotion: Promotion
  promotion_target: PromotionTarget
  quota: Quota
  rate_window: RateWindow
  refund: Refund
  reservation: Reservation
  sales_order_adjustment: SalesOrderAdjustment
  sales_order_staff_event: SalesOrderStaffEvent
  waitlist_entry: WaitlistRow
  sandbox_payment: SandboxPayment
  voucher: Voucher
}
