import type { ColumnType, Generated } from 'kysely'

interface Stock {
  product_id: number
  shop_id: number
  quantity: Generated<number>
  on_hand: Generated<number>
  shortage: Generated<number>
  unnamed: Generated<number>
}

interface StockMovement {
  stock_movement_id: Generated<number>
  product_id: number
  shop_id: number
  quantity: number
  kind:
    | 'opening'
    | 'import'
    | 'count'
    | 'adjustment'
    | 'sale'
    | 'return'
    | 'receipt'
    | 'exchange'
    | 'lost'
    | 'transfer_out'
    | 'transfer_in'
  document: string | null
  reason: string | null
  cost: number | null
  staff_name: string | null
  request_id: string | null
  created_at: Generated<Date>
  unit_id: number | null
}

interface Unit {
  unit_id: Generated<number>
  product_id: number
  imei1: string | null
  imei2: string | null
  serial: string | null
  state: 'in_stock' | 'in_transfer' | 'sold' | 'faulty' | 'locked' | 'written_off'
  shop_id: number | null
  transfer_id: number | null
  order_code: string | null
  cost: number | null
  warranty_from: string | null
  warranty_until: string | null
  lock_reason: string | null
  created_at: Date
}

interface Supplier {
  supplier_id: Generated<number>
  name: string
  created_at: Date
}

interface GoodsReceipt {
  goods_receipt_id: Generated<number>
  code: ColumnType<string, never, never>
  supplier_id: number
  shop_id: number
  state: Generated<'open' | 'done'>
  version: Generated<number>
  invoice: Generated<string>
  staff_name: string
  created_at: Date
  closed_at: Date | null
  close_reason: string | null
}

interface GoodsReceiptLine {
  goods_receipt_line_id: Generated<number>
  goods_receipt_id: number
  product_id: number
  quantity: number
  received: Generated<number>
  cost: number | null
  arriving: Generated<number>
  pasted: Generated<string>
}

interface StockTransfer {
  transfer_id: Generated<number>
  code: ColumnType<string, never, never>
  from_shop_id: number
  to_shop_id: number
  state: Generated<'draft' | 'sent' | 'closed' | 'cancelled'>
  version: Generated<number>
  staff_name: string
  created_at: Date
  sent_by: string | null
  sent_at: Date | null
  closed_by: string | null
  closed_at: Date | null
  close_reason: string | null
}

interface StockTransferLine {
  transfer_id: number
  product_id: number
  quantity: number
  received: Generated<number>
  settled: Generated<number>
}

interface StockTransferUnit {
  transfer_id: number
  unit_id: number
  received_at: Date | null
  settled_at: Date | null
}

interface StockCount {
  stock_count_id: Generated<number>
  code: ColumnType<string, never, never>
  shop_id: number
  category_id: number | null
  state: Generated<'open' | 'closed' | 'approved' | 'cancelled'>
  version: Generated<number>
  staff_name: string
  created_at: Date
  closed_at: Date | null
  approved_by: string | null
  approved_at: Date | null
}

interface StockCountLine {
  stock_count_id: number
  product_id: number
  counted: number
  book: number
  counted_at: Date
  staff_name: string
}

interface StockCountScan {
  stock_count_id: number
  code: string
  unit_id: number | null
  was_here: boolean
  scanned_at: Date
  staff_name: string
}

interface UnitCode {
  code: string
  unit_id: number
}

interface UnitEvent {
  unit_event_id: Generated<number>
  unit_id: number
  move: string
  from_state: string | null
  to_state: string
  shop_id: number | null
  document: string | null
  reason: string | null
  staff_name: string | null
  happened_at: Date
}

type ParcelState =
  | 'requested'
  | 'created'
  | 'handed_over'
  | 'delivering'
  | 'delivery_failed'
  | 'returning'
  | 'delivered'
  | 'received_back'
  | 'lost'
  | 'replaced'
  | 'written_off'
  | 'cancelled'

interface Parcel {
  parcel_id: Generated<number>
  code: string
  order_id: number
  shop_id: number | null
  carrier: string
  carrier_code: string | null
  state: ParcelState
  weight_g: number
  cod_amount: number
  version: Generated<number>
  created_at: Date
  updated_at: Date
  fee: number | null
  carrier_at: Date | null
  ask_at: Date | null
}

interface CarrierSetting {
  carrier: string
  is_enabled: Generated<boolean>
  settings: Buffer
  updated_at: Date
}

interface CarrierRequest {
  carrier_request_id: Generated<number>
  parcel_id: number
  order_id: number
  action: 'create' | 'cancel'
  state: Generated<'due' | 'done' | 'rejected' | 'given_up' | 'dropped'>
  attempts: Generated<number>
  next_attempt_at: Date | null
  note: string | null
  created_at: Date
  updated_at: Date
}

type CarrierEventOutcome =
  | 'applied'
  | 'same'
  | 'late'
  | 'final'
  | 'nothing'
  | 'not_movable'
  | 'no_parcel'

interface CarrierEvent {
  carrier_event_id: Generated<number>
  carrier: string
  event_key: string
  parcel_id: number | null
  carrier_code: string
  status: string
  state: string | null
  happened_at: Date
  received_at: Date
  source: 'webhook' | 'poll'
  outcome: CarrierEventOutcome
  detail: ColumnType<Record<string, string | number>, string | undefined, string>
}

interface ParcelCod {
  parcel_id: number
  order_id: number
  carrier: string
  amount: number
  due_at: Date
  state: Generated<'due' | 'received'>
  received_amount: number | null
  received_at: Date | null
}

interface CodStatement {
  cod_statement_id: Generated<number>
  carrier: string
  name: string
  content_hash: Buffer
  staff_name: string
  created_at: Date
}

interface CodStatementLine {
  cod_line_id: Generated<number>
  cod_statement_id: number
  position: number
  code: string
  amount: number
  parcel_id: number | null
  expected: number | null
  outcome: 'matched' | 'differs' | 'not_due' | 'repeated' | 'unknown'
  decision: 'matched' | 'accepted' | 'dismissed' | null
  reason: string | null
  settled_by: string | null
  settled_at: Date | null
}

interface ParcelClaim {
  parcel_id: number
  order_id: number
  value: number
  state: Generated<'open' | 'paid' | 'refused'>
  amount: number | null
  reason: string | null
  opened_at: Date
  settled_by: string | null
  settled_at: Date | null
}

interface PlayParcel {
  reference: string
  number: Generated<number>
  cancelled_at: Date | null
  created_at: Date
}

interface PlayMessage {
  play_message_id: Generated<number>
  reference: string
  status: string
  happened_at: Date
  send_at: Date | null
  sent_at: Date | null
}

interface ParcelLine {
  parcel_id: number
  position: number
  quantity: number
}

interface PackingRest {
  order_id: number
}

interface ParcelUnit {
  unit_id: number
  parcel_id: number | null
  pickup_order_id: number | null
}

interface Pickup {
  order_id: number
  shop_id: number
  code: string
  ready_at: Date
  keep_until: string
  wrong_codes: Generated<number>
  blocked_until: Date | null
  verified_at: Date | null
  verified_by: 'code' | 'phone' | null
  collected_at: Date | null
}

interface ParcelEvent {
  parcel_event_id: Generated<number>
  parcel_id: number
  move: string
  state: ParcelState
  actor: 'staff' | 'carrier' | 'clock'
  staff_name: string | null
  note: string | null
  happened_at: Date
}

interface StoredFile {
  hash: string
  kind: 'picture'
  bytes: number
  width: number
  height: number
  staff_name: string | null
  created_at: Date
  unused_since: Date | null
}

interface Picture {
  picture_id: Generated<number>
  subject_kind: PictureSubjectKind
  subject_id: number
  hash: string
  staff_name: string | null
  created_at: Date
}

/** The tables whose rows have pictures. Each kind is written into the ledger by `call log_pictures_of(…)`. */
type PictureSubjectKind =
  | 'goods_receipt'
  | 'unit'
  | 'return_request'
  | 'repair_ticket'
  | 'used_unit'
  | 'review'
  | 'post'
  | 'static_page'
  | 'banner'

/** Tables of goods and of how they move. */
export interface GoodsTables {
  carrier_event: CarrierEvent
  carrier_request: CarrierRequest
  carrier_setting: CarrierSetting
  cod_statement: CodStatement
  cod_statement_line: CodStatementLine
  goods_receipt: GoodsReceipt
  goods_receipt_line: GoodsReceiptLine
  packing_rest: PackingRest
  parcel: Parcel
  parcel_claim: ParcelClaim
  parcel_cod: ParcelCod
  parcel_event: ParcelEvent
  parcel_line: ParcelLine
  parcel_unit: ParcelUnit
  pickup: Pickup
  picture: Picture
  play_message: PlayMessage
  play_parcel: PlayParcel
  stock: Stock
  stock_count: StockCount
  stock_count_line: StockCountLine
  stock_count_scan: StockCountScan
  stock_movement: StockMovement
  stock_transfer: StockTransfer
  stock_transfer_line: StockTransferLine
  stock_transfer_unit: StockTransferUnit
  stored_file: StoredFile
  supplier: Supplier
  unit: Unit
  unit_code: UnitCode
  unit_event: UnitEvent
}
