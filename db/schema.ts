import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { AddressTables } from '#db/address-tables.ts'
import type { ContentTables, SlugKind } from '#db/content-tables.ts'
import type { GoodsTables } from '#db/goods-tables.ts'
import type { ApplicationTables } from '#db/application-tables.ts'
import type { BookingTables } from '#db/booking-tables.ts'
import type { InstallmentTables } from '#db/installment-tables.ts'
import type { LoyaltyTables } from '#db/loyalty-tables.ts'
import type { MemberTables } from '#db/member-tables.ts'
import type { RepairTables } from '#db/repair-tables.ts'
import type { ReturnTables } from '#db/return-tables.ts'
import type { StaffTables } from '#db/staff-tables.ts'
import type { TalkTables } from '#db/talk-tables.ts'
import type { TradeInTables } from '#db/trade-in-tables.ts'
import type { TradeTables } from '#db/trade-tables.ts'
import type { UsedTables } from '#db/used-tables.ts'
import type { VisitorTables } from '#db/visitor-tables.ts'
import type { ItemType } from '#pure/formats/item-types.ts'

/** A jsonb column: read as data, written as JSON text by the driver. */
type Json<T> = ColumnType<T, string, string>

interface Province {
  province_id: number
  name: string
  slug: string
  official_code: string
  legacy_code: string
  is_popular: Generated<boolean>
  position: Generated<number>
}

interface ReferenceData {
  name: string
  version: string
  fingerprint: string
  loaded_at: Generated<Date>
}

interface Shop {
  shop_id: Generated<number>
  external_id: number
  code: string
  name: string
  company_id: number
  address: string
  street: string
  ward_name: string
  district_name: string
  province_id: number
  time_opening: string
  phone: string
  image: string | null
  gallery: Generated<string[]>
  zalo_link: string | null
  google_link: string | null
  google_map_address: string | null
  shop_description: string | null
  note: string | null
  latitude: number | null
  longitude: number | null
  kinds: Generated<string[]>
  is_active: Generated<boolean>
}

interface CustomerGroup {
  customer_group_id: number
  code: string
  name: string
}

interface Brand {
  brand_id: Generated<number>
  name: string
  slug: string
  description: Generated<string>
  logo: string | null
}

interface Category {
  category_id: Generated<number>
  parent_id: number | null
  code: string
  name: string
  thumbnail: string | null
  description: Generated<string>
  position: Generated<number>
  is_in_menu: Generated<boolean>
  price_bounds: Generated<number[]>
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keywords: Generated<string>
  canonical_tag: Generated<string>
  meta_thumbnail: string | null
  meta_index: Generated<boolean>
  meta_follow: Generated<boolean>
  changed_at: Generated<Date>
  path: Generated<number[]>
}

interface ProductFamily {
  family_id: Generated<number>
  code: string
  name: string
  series: Generated<string>
}

interface Product {
  product_id: Generated<number>
  sku: string
  type: 'configurable' | 'simple'
  parent_id: number | null
  family_id: number
  brand_id: number
  category_id: number
  name: string
  search_text: Generated<string>
  version_label: Generated<string>
  color_name: string | null
  color_slug: string | null
  color_hex: string | null
  warranty_months: Generated<number>
  launched_on: string | null
  description: Generated<string>
  highlights: Generated<string[]>
  position: Generated<number>
  views: Generated<number>
  is_active: Generated<boolean>
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keyword: Generated<string>
  canonical_tag: Generated<string>
  meta_thumbnail: string | null
  meta_index: Generated<boolean>
  meta_follow: Generated<boolean>
  created_at: Generated<Date>
  sold_before: Generated<number>
  identified_by: 'imei' | 'serial' | null
  used_of: number | null
  changed_at: Generated<Date>
}

interface ProductMedia {
  product_id: number
  position: number
  src: string
  alt: string
  width: number
  height: number
  blur: string | null
  kind: Generated<'picture' | 'spin' | 'box'>
}

interface ProductTag {
  product_tag_id: Generated<number>
  tag_key: string
  name: string
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keyword: Generated<string>
  meta_thumbnail: string | null
  meta_index: Generated<boolean>
  meta_follow: Generated<boolean>
  description: Generated<string>
  changed_at: Generated<Date>
}

interface ProductTagMember {
  product_tag_id: number
  product_id: number
  position: Generated<number>
}

interface AttributeGroup {
  attribute_group_id: Generated<number>
  code: string
  name: string
  position: number
}

interface Attribute {
  attribute_id: Generated<number>
  attribute_group_id: number
  code: string
  name: string
  unit: string | null
  data_type: 'text' | 'number' | 'boolean'
  is_filterable: Generated<boolean>
  is_key: Generated<boolean>
  position: Generated<number>
  facet_bounds: Generated<number[]>
  better: 'higher' | 'lower' | null
}

interface ProductAttribute {
  product_id: number
  attribute_id: number
  value_text: string | null
  value_number: number | null
  value_boolean: boolean | null
}

interface Price {
  price_id: Generated<number>
  product_id: number
  province_id: number | null
  customer_group_id: number | null
  list_price: number
  sale_price: number | null
}

interface Slug {
  path: string
  kind: SlugKind
  entity_id: number
  is_current: Generated<boolean>
  created_at: Generated<Date>
}

interface Customer {
  customer_id: Generated<number>
  kind: 'guest' | 'member'
  created_at: Date
}

/** `product_id` and `option_id` follow from `item_id`: one of them is null. */
interface CartItem {
  cart_item_id: Generated<number>
  customer_id: number
  item_type: ItemType
  item_id: number
  item_quantity: number
  is_selected: Generated<boolean>
  price_seen: number
  main_product_combo_id: number | null
  combo_item_id: number | null
  parent_item_id: number | null
  chosen_promotions: Generated<string[]>
  meta: ColumnType<Record<string, unknown>, string | undefined, string>
  added_at: Date
  added_with: string | null
  product_id: ColumnType<number | null, never, never>
  option_id: ColumnType<number | null, never, never>
}

interface Quote {
  quote_id: Generated<number>
  customer_id: number
  type: ItemType
  province_id: number
  installment_type: number | null
  recipient: Json<unknown>
  grand_total_seen: number
  is_open: Generated<boolean>
  created_at: Date
  voucher_code: string | null
  is_without_flash: Generated<boolean>
  gifts_left_out: Generated<number[]>
  voucher_lost: string | null
  staff_discount: Generated<number>
  uses_points: Generated<boolean>
}

interface QuoteItem {
  quote_id: number
  line_id: Generated<number>
  item_id: number
  item_type: ItemType
  item_quantity: number
  meta: ColumnType<Record<string, unknown>, string | undefined, string>
  position: number
  main_product_combo_id: number | null
  combo_item_id: number | null
  parent_item_id: number | null
  flash_sale_item_id: number | null
  chosen_promotions: Generated<string[]>
}

interface SalesOrder {
  order_id: Generated<number>
  code: string
  customer_id: number
  quote_id: number
  idempotency_key: string | null
  state:
    | 'awaiting_payment'
    | 'pending'
    | 'confirmed'
    | 'ready_for_pickup'
    | 'shipping'
    | 'delivered'
    | 'cancelled'
    | 'expired'
  payment_method: string | null
  province_id: number
  phone: string
  recipient: Json<unknown>
  list_total: number
  discount: number
  subtotal: number
  shipping_fee: number
  grand_total: number
  aff_click_id: string | null
  has_ad_click: Generated<boolean>
  secret: Generated<string>
  created_at: Date
  expires_at: Date | null
  adjustment_total: Generated<number>
  refunded_total: Generated<number>
  is_online_only: Generated<boolean>
  version: Generated<number>
  is_paid: Generated<boolean>
  shop_id: number | null
  assigned_to: number | null
  made_by: number | null
  network_hash: string | null
  split_from: number | null
  joined_to: number | null
  kept_apart_at: Date | null
}

interface SalesOrderLine {
  order_id: number
  position: number
  line_id: number | null
  parent_line_id: number | null
  item_id: number
  item_type: ItemType
  item_quantity: number
  sku: string
  name: string
  color_name: string | null
  url_path: string
  thumbnail: string | null
  price: number
  final_price: number
  line_total: number
  price_trace: ColumnType<unknown[], string | undefined, string>
  meta: ColumnType<Record<string, unknown>, string | undefined, string>
  mechanic_price: number
  parent_item_id: number | null
  main_product_combo_id: number | null
  combo_item_id: number | null
  flash_sale_item_id: number | null
  is_gift: Generated<boolean>
}

interface SalesOrderEvent {
  event_id: Generated<number>
  order_id: number
  state: string
  note: string | null
  happened_at: Date
  move: string | null
  actor: Generated<'system' | 'shopper' | 'staff' | 'money' | 'clock' | 'carrier'>
  version: number | null
  staff_name: string | null
  reason: string | null
  staff_note: string | null
}

interface Payment {
  payment_id: Generated<number>
  order_id: number
  method: string
  state: 'started' | 'due_on_delivery' | 'paid' | 'failed' | 'replaced'
  amount: number
  created_at: Date
  updated_at: Date
  reference: string | null
  provider_reference: string | null
  provider_link: string | null
  redirect_url: string | null
  failure: string | null
  expires_at: Date | null
  ask_at: Date | null
  asked: Generated<number>
  ip: string | null
  device: 'desktop' | 'mobile' | null
  asked_at: Date | null
  held_since: Date | null
  card_plan_id: number | null
}

interface TransferCode {
  transfer_code_id: Generated<number>
  order_number: number
  payment_id: number
  relay: 'account' | 'payos'
  bank_bin: string
  account_number: string
  account_name: string
  amount: number
  content: string
  qr_text: string
  checkout_url: string | null
  payment_link: string | null
  issued_at: Date
  expires_at: Date
}

interface BankMessage {
  bank_message_id: Generated<number>
  relay: 'sepay' | 'payos'
  relay_id: string
  order_id: number | null
  amount: number
  account_number: string | null
  content: string
  reference: string | null
  transferred_at: string | null
  outcome: 'paid' | 'reopened' | 'review' | 'ignored'
  received_at: Date
}

/**
 * Every table that the migrations created, including those of the other files *-tables.ts. A test compares them with
 * the live database.
 */
export interface Tables
  extends
    AddressTables,
    ApplicationTables,
    BookingTables,
    ContentTables,
    GoodsTables,
    InstallmentTables,
    LoyaltyTables,
    MemberTables,
    RepairTables,
    ReturnTables,
    StaffTables,
    TalkTables,
    TradeInTables,
    TradeTables,
    UsedTables,
    VisitorTables {
  attribute: Attribute
  attribute_group: AttributeGroup
  bank_message: BankMessage
  brand: Brand
  cart_item: CartItem
  category: Category
  customer: Customer
  customer_group: CustomerGroup
  payment: Payment
  price: Price
  product: Product
  product_attribute: ProductAttribute
  product_family: ProductFamily
  product_media: ProductMedia
  product_tag: ProductTag
  product_tag_member: ProductTagMember
  province: Province
  quote: Quote
  quote_item: QuoteItem
  reference_data: ReferenceData
  sales_order: SalesOrder
  sales_order_event: SalesOrderEvent
  sales_order_line: SalesOrderLine
  shop: Shop
  slug: Slug
  transfer_code: TransferCode
}

/** A connection pool or a transaction: stores take either. */
export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
