import type { ColumnType, Generated } from 'kysely'

interface RefundRequest {
  refund_request_id: Generated<number>
  order_id: number
  amount: number
  kind: 'return' | 'goodwill' | 'correction' | 'lost'
  reason: string
  state: 'asked' | 'approved' | 'rejected' | 'withdrawn'
  asked_by: number
  asked_at: Date
  decided_by: number | null
  decided_at: Date | null
  decision_note: string | null
  parcel_id: number | null
}

interface ReturnEvent {
  return_event_id: Generated<number>
  return_id: number
  move: string
  state: string
  actor: 'shopper' | 'staff'
  staff_name: string | null
  note: string | null
  happened_at: Date
}

interface ReturnFee {
  reason: 'faulty' | 'wrong_item' | 'not_liked'
  up_to_day: number
  percent: number
}

interface ReturnRequest {
  return_id: Generated<number>
  code: ColumnType<string, never, never>
  order_id: number
  position: number
  quantity: number
  shop_id: number | null
  state: 'asked' | 'accepted' | 'received' | 'inspected' | 'done' | 'rejected' | 'withdrawn'
  asked_by: 'shopper' | 'staff'
  reason: 'faulty' | 'wrong_item' | 'not_liked'
  words: string | null
  unit_id: number | null
  grade: 'sealed' | 'opened' | 'faulty' | null
  gifts_returned: boolean | null
  findings: string | null
  value: number | null
  fee: number | null
  outcome: 'refund' | 'exchange' | 'other_goods' | null
  exchange_order_id: number | null
  replaced_by: number | null
  refund_request_id: number | null
  wish: 'refund' | 'exchange' | null
  /** YYYY-MM-DD. */
  bring_by: string | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

interface ReturnRule {
  is_only: Generated<boolean>
  goodwill_per_month: Generated<number>
  version: Generated<number>
  changed_at: Date | null
  changed_by: string | null
}

/** Tables of goods and money that go back. */
export interface ReturnTables {
  refund_request: RefundRequest
  return_event: ReturnEvent
  return_fee: ReturnFee
  return_request: ReturnRequest
  return_rule: ReturnRule
}
