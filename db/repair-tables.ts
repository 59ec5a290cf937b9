import type { ColumnType, Generated } from 'kysely'
import type { CustomerId, StaffId } from '#pure/ids.ts'

interface RepairPart {
  part_code: string
  name: string
  signs: Generated<string[]>
  needs_part: Generated<boolean>
  thumbnail: string
  position: Generated<number>
}

interface RepairService {
  service_id: Generated<number>
  sku: string
  name: string
  model_name: string
  brand_name: string
  device_kind: 'dien-thoai' | 'apple-watch' | 'may-tinh-bang' | 'laptop'
  part_code: string
  minutes: number
  skill: 'man-hinh' | 'pin' | 'phan-cung' | 'laptop' | 'dong-ho'
  description: Generated<string>
  is_active: Generated<boolean>
  position: Generated<number>
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keyword: Generated<string>
  canonical_tag: Generated<string>
  meta_thumbnail: string | null
  meta_index: Generated<boolean>
  meta_follow: Generated<boolean>
  changed_at: Generated<Date>
}

interface RepairOption {
  option_id: Generated<number>
  service_id: number
  label: string
  list_price: number | null
  price: number
  warranty_months: number
  is_active: Generated<boolean>
  position: Generated<number>
}

interface RepairPartStock {
  option_id: number
  shop_id: number
  quantity: number
  reserved: Generated<number>
}

interface RepairTicket {
  ticket_id: Generated<number>
  code: ColumnType<string, never, never>
  secret: string
  form_key: string
  shop_id: number
  booking_id: number | null
  customer_id: CustomerId | null
  state:
    | 'received'
    | 'diagnosing'
    | 'quoted'
    | 'waiting_parts'
    | 'repairing'
    | 'at_vendor'
    | 'ready'
    | 'handed_over'
    | 'refused'
    | 'handed_back'
  kind: 'repair' | 'part_warranty' | 'device_warranty'
  warranty_of: number | null
  warranty_line: number | null
  unit_id: number | null
  name: string
  phone: string
  email: string | null
  device: string
  imei: string | null
  fault: string
  powers_on: boolean
  broken: string[]
  accessories: string[]
  unlock: 'none' | 'customer' | 'paper' | 'maintenance'
  loaner: string | null
  notes: string | null
  promised_at: Date
  received_by: string
  assigned_to: StaffId | null
  refusal_fee: Generated<number>
  announced_fee: Generated<number>
  fault_of: number | null
  hand_code: string | null
  wrong_codes: Generated<number>
  blocked_until: Date | null
  version: Generated<number>
  created_at: Date
  ended_at: Date | null
  added_days: Generated<number>
  ended_warranty: string | null
}

interface RepairTicketLine {
  ticket_id: number
  position: number
  option_id: number | null
  name: string
  price: number
  warranty_months: number
  state: 'offered' | 'agreed' | 'wanted' | 'reserved' | 'used' | 'dropped'
  serial: string | null
  /** YYYY-MM-DD */
  warranty_from: string | null
  warranty_until: string | null
  drop_reason: string | null
}

interface RepairPartMove {
  part_move_id: Generated<number>
  ticket_id: number
  option_id: number
  shop_id: number
  kind: 'reserve' | 'release' | 'use' | 'broken' | 'faulty'
  serial: string | null
  staff_name: string | null
  moved_at: Date
}

interface RepairPayment {
  repair_payment_id: Generated<number>
  ticket_id: number
  shop_id: number
  way: 'cash' | 'transfer' | 'card'
  amount: number
  reference: string | null
  reverses: number | null
  reversal: 'refund' | 'correction' | null
  reason: string | null
  form_key: string
  staff_id: StaffId
  staff_name: string
  paid_at: Date
}

interface RepairReference {
  way: 'transfer' | 'card'
  reference: string
  repair_payment_id: number
}

interface RepairReversal {
  repair_reversal_id: Generated<number>
  ticket_id: number
  repair_payment_id: number
  reversal: 'refund' | 'correction'
  amount: number
  reason: string
  state: 'asked' | 'approved' | 'rejected' | 'withdrawn'
  asked_by: StaffId
  asked_at: Date
  decided_by: StaffId | null
  decided_at: Date | null
  decision_note: string | null
}

interface RepairEvent {
  repair_event_id: Generated<number>
  ticket_id: number
  move: string
  state: string
  actor: 'shopper' | 'staff'
  staff_name: string | null
  note: string | null
  happened_at: Date
}

/** The tables of repair services and of repair tickets. */
export interface RepairTables {
  repair_part: RepairPart
  repair_service: RepairService
  repair_option: RepairOption
  repair_part_stock: RepairPartStock
  repair_ticket: RepairTicket
  repair_ticket_line: RepairTicketLine
  repair_part_move: RepairPartMove
  repair_payment: RepairPayment
  repair_reference: RepairReference
  repair_reversal: RepairReversal
  repair_event: RepairEvent
}
