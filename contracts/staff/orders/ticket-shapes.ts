import { z } from 'zod'
import { dong } from '#contracts/fields.ts'
import { Picture } from '#contracts/staff/pictures.ts'
import {
  Accessory,
  DevicePart,
  TicketKind,
  TicketLine,
  TicketState,
  UnlockWay,
} from '#contracts/storefront/repair-ticket.ts'

/** Moves that staff make without saying more, also of many tickets at once. */
export const PlainMove = z.enum([
  'diagnose',
  'parts_arrive',
  'wait_for_parts',
  'send_out',
  'come_back',
  'finish',
])
export type PlainMove = z.infer<typeof PlainMove>

export const PaymentWay = z.enum(['cash', 'transfer', 'card'])
export type PaymentWay = z.infer<typeof PaymentWay>

/** refund: the customer gets money back. correction: the payment was entered by mistake. */
export const ReversalKind = z.enum(['refund', 'correction'])
export type ReversalKind = z.infer<typeof ReversalKind>

/** What somebody asks to give back, and another person decides about. */
export const AskedReversal = z.object({
  repair_reversal_id: z.int(),
  repair_payment_id: z.int(),
  reversal: ReversalKind,
  amount: dong,
  reason: z.string(),
  asked_by: z.string(),
  asked_at: z.iso.datetime(),
  is_own: z.boolean(),
  /** The actor may approve it. */
  may_decide: z.boolean(),
})
export type AskedReversal = z.infer<typeof AskedReversal>

/** A ticket on the board. */
export const TicketRow = z.object({
  code: z.string(),
  state: TicketState,
  kind: TicketKind,
  device: z.string(),
  fault: z.string(),
  customer: z.string(),
  /** Masked. */
  phone: z.string(),
  shop: z.string(),
  assignee: z.string().nullable(),
  promised_at: z.iso.datetime(),
  received_at: z.iso.datetime(),
  due: dong,
})
export type TicketRow = z.infer<typeof TicketRow>

const StaffLine = TicketLine.extend({
  option_id: z.int().nullable(),
  /** Parts that the shop has free; null: it takes none. */
  free: z.int().nullable(),
})

const Payment = z.object({
  repair_payment_id: z.int(),
  way: PaymentWay,
  /** Below zero: given back. */
  amount: dong,
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  staff_name: z.string(),
  paid_at: z.iso.datetime(),
  reversal: ReversalKind.nullable(),
  /** What of it can still go back. */
  left: dong,
})

const TicketEvent = z.object({
  move: z.string(),
  state: TicketState,
  actor: z.enum(['shopper', 'staff']),
  staff_name: z.string().nullable(),
  note: z.string().nullable(),
  happened_at: z.iso.datetime(),
})

/** A part or a device that is under warranty at the counter. */
export const ValidWarranty = z.object({
  /** "SC000012.1": a line of a ticket. "unit": a new fault of the device. "unit.SC000012": the fault of that ticket. */
  key: z.string(),
  name: z.string(),
  until: z.string(),
  /** How often this fault was repaired under warranty before. */
  repairs: z.int(),
})
export type ValidWarranty = z.infer<typeof ValidWarranty>

/** A service that can be put on a quote. */
export const OfferedService = z.object({
  item_id: z.int(),
  name: z.string(),
  price: dong,
  warranty_months: z.int(),
  /** Parts that the shop has free; null: it takes none. */
  free: z.int().nullable(),
})

/** One ticket, with what the actor may do. */
export const StaffTicket = TicketRow.extend({
  version: z.int(),
  shop_id: z.int(),
  booking_code: z.string().nullable(),
  imei: z.string().nullable(),
  powers_on: z.boolean(),
  broken: z.array(DevicePart),
  accessories: z.array(Accessory),
  unlock: UnlockWay,
  loaner: z.string().nullable(),
  notes: z.string().nullable(),
  received_by: z.string(),
  assigned_to: z.int().nullable(),
  technicians: z.array(z.object({ staff_id: z.int(), name: z.string() })),
  lines: z.array(StaffLine),
  total: dong,
  announced_fee: dong,
  refusal_fee: dong,
  paid: dong,
  payments: z.array(Payment),
  asked_reversals: z.array(AskedReversal),
  warranty_of: z.string().nullable(),
  /** The ticket whose money goes back if the customer may ask for it: that of the part that was put in first. */
  paid_ticket: z.string().nullable(),
  /** The sold unit that is under warranty. */
  unit_code: z.string().nullable(),
  /** How often this fault was repaired under warranty, this time included. */
  warranty_count: z.int(),
  may_ask_exchange: z.boolean(),
  pictures: z.array(Picture),
  events: z.array(TicketEvent),
  may: z.object({
    moves: z.array(PlainMove),
    assign: z.boolean(),
    quote: z.boolean(),
    answer: z.boolean(),
    give_up: z.boolean(),
    use_parts: z.boolean(),
    pay: z.boolean(),
    reverse: z.boolean(),
    collect: z.boolean(),
    reopen: z.boolean(),
    undo: z.boolean(),
    price: z.boolean(),
    pictures: z.boolean(),
  }),
})
export type StaffTicket = z.infer<typeof StaffTicket>
