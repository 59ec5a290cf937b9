import type { ColumnType, Generated } from 'kysely'
import type { CustomerId, OrderId, StaffId } from '#pure/ids.ts'

/** A jsonb column: read as data, written as JSON text by the driver. */
type Json<T> = ColumnType<T, string, string>

interface TradeGrade {
  grade_code: string
  label: string
  factor: number
}

interface TradeDevice {
  device_id: Generated<number>
  code: string
  model_code: string
  model_name: string
  name: string
  variant: string
  brand_name: string
  device_kind: 'dien-thoai' | 'may-tinh-bang' | 'laptop' | 'dong-ho'
  base_price: number
  upgrade_bonus: Generated<number>
  product_id: number | null
  position: Generated<number>
  is_active: Generated<boolean>
}

interface TradeQuestion {
  question_code: string
  title: string
  hint: Generated<string>
  device_kinds: Generated<string[]>
  position: number
  is_active: Generated<boolean>
}

interface TradeAnswer {
  question_code: string
  answer_code: string
  label: string
  grade_code: string | null
  deduction: Generated<number>
  note: Generated<string>
  position: Generated<number>
}

interface TradeQuote {
  trade_quote_id: Generated<number>
  code: string
  secret: string
  customer_id: CustomerId | null
  idempotency_key: string | null
  state:
    | 'quoted'
    | 'arrived'
    | 'checked'
    | 'offered'
    | 'accepted'
    | 'paid'
    | 'refused'
    | 'cancelled'
  version: Generated<number>
  device_id: number
  device_name: string
  terms: Json<unknown>
  answers: Json<unknown>
  value: number
  bonus: Generated<number>
  target_item_id: number | null
  target_name: string | null
  target_price: number | null
  typed_code: string | null
  name: string
  phone: string
  shop_id: number
  visit_on: string
  order_id: OrderId | null
  created_at: Date
  expires_at: Date
  device_code: string | null
  checked_answers: ColumnType<unknown, string | null, string | null>
  grade_code: string | null
  offer: number | null
  offer_reason: string | null
  offer_note: string | null
  offered_by: StaffId | null
  offered_at: Date | null
  accept_code: string | null
  wrong_codes: Generated<number>
  accepted_at: Date | null
  accepted_by: 'link' | 'code' | null
  ended_at: Date | null
  approved_by: StaffId | null
  device_report: ColumnType<unknown, string | null, string | null>
}

interface TradeEvent {
  trade_event_id: Generated<number>
  trade_quote_id: number
  move: string
  to_state: string
  amount: number | null
  reason: string | null
  note: string | null
  staff_id: StaffId | null
  happened_at: Date
}

interface TradeSeller {
  trade_quote_id: number
  code: string
  name: string
  address: string
  phone: string
  document_hash: string
  document_sealed: Buffer
  person_key_id: number
  document_tail: string
  recorded_by: StaffId
  recorded_at: Date
}

interface TradeSellerDay {
  document_hash: string
  day: string
  total: number
  cash: Generated<number>
}

interface TradePayout {
  trade_quote_id: number
  code: string
  amount: number
  bonus: Generated<number>
  method: 'cash' | 'transfer' | 'order'
  reference: string | null
  order_id: OrderId | null
  outcome: 'used' | 'parts' | 'written_off'
  unit_id: number | null
  offered_by: StaffId
  paid_by: StaffId
  paid_at: Date
  day: string
}

interface TradeCall {
  trade_call_id: Generated<number>
  name: string
  phone: string
  model: Generated<string>
  state: Generated<'new' | 'taken' | 'called' | 'dropped'>
  note: Generated<string>
  version: Generated<number>
  handled_by: StaffId | null
  handled_at: Date | null
  created_at: Date
}

/** Prices, quotes and purchases of old devices. */
export interface TradeInTables {
  trade_grade: TradeGrade
  trade_device: TradeDevice
  trade_question: TradeQuestion
  trade_answer: TradeAnswer
  trade_quote: TradeQuote
  trade_event: TradeEvent
  trade_seller: TradeSeller
  trade_seller_day: TradeSellerDay
  trade_payout: TradePayout
  trade_call: TradeCall
}
