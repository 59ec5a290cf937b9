import { z } from 'zod'
import { dong, whole } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'

export const TicketState = z.enum([
  'received',
  'diagnosing',
  'quoted',
  'waiting_parts',
  'repairing',
  'at_vendor',
  'ready',
  'handed_over',
  'refused',
  'handed_back',
])
export type TicketState = z.infer<typeof TicketState>

/** `part_warranty`: a part that an earlier ticket put in. `device_warranty`: a device that the shop sold. */
export const TicketKind = z.enum(['repair', 'part_warranty', 'device_warranty'])
export type TicketKind = z.infer<typeof TicketKind>

/** What is tried when a device is received. */
export const DevicePart = z.enum([
  'screen',
  'touch',
  'camera',
  'speaker',
  'microphone',
  'biometrics',
  'charging',
  'buttons',
  'network',
])
export type DevicePart = z.infer<typeof DevicePart>

/** What is received with a device. */
export const Accessory = z.enum(['sim', 'memory_card', 'charger', 'case', 'box', 'pen'])
export type Accessory = z.infer<typeof Accessory>

/** How a device is opened. A passcode is never stored: the customer opens it, or leaves it on paper. */
export const UnlockWay = z.enum(['none', 'customer', 'paper', 'maintenance'])
export type UnlockWay = z.infer<typeof UnlockWay>

const TicketLineState = z.enum(['offered', 'agreed', 'wanted', 'reserved', 'used', 'dropped'])

/** One piece of work or one part. Days are YYYY-MM-DD. */
export const TicketLine = z.object({
  position: z.int(),
  name: z.string(),
  price: dong,
  warranty_months: z.int(),
  state: TicketLineState,
  serial: z.string().nullable(),
  /** Both null until the device is handed over, or if another part replaced this one. */
  warranty_from: z.string().nullable(),
  warranty_until: z.string().nullable(),
})

export const RepairTicket = z.object({
  code: z.string(),
  /** Opens the ticket in any browser. */
  secret: z.string(),
  state: TicketState,
  kind: TicketKind,
  device: z.string(),
  /** The last four signs of the IMEI or serial number. */
  code_end: z.string().nullable(),
  fault: z.string(),
  powers_on: z.boolean(),
  broken: z.array(DevicePart),
  accessories: z.array(Accessory),
  unlock: UnlockWay,
  loaner: z.string().nullable(),
  shop: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    time_opening: z.string(),
  }),
  received_at: z.iso.datetime(),
  promised_at: z.iso.datetime(),
  /** Without lines that were dropped. */
  lines: z.array(TicketLine),
  total: dong,
  /** Those that the customer had agreed to, and why they were taken off. */
  dropped: z.array(z.object({ position: z.int(), name: z.string(), reason: z.string() })),
  /** What a look at the device costs at most without a repair, as was said at the counter. */
  announced_fee: dong,
  /** What is paid if the customer refuses the quote. */
  refusal_fee: dong,
  paid: dong,
  /** What is to be paid still. */
  due: dong,
  /** Shown when the device is collected; null before it is ready. */
  hand_code: z.string().nullable(),
  /** The law gives a new device or the money back: the third repair under warranty, or one that is late. */
  may_ask_exchange: z.boolean(),
  name: z.string(),
  /** Masked: whoever has the link may see the rest. */
  phone: z.string(),
  /** Oldest first. */
  history: z.array(z.object({ state: TicketState, happened_at: z.iso.datetime() })),
  version: z.int(),
})
export type RepairTicket = z.infer<typeof RepairTicket>

const which = { code: z.string().min(1).max(40), secret: z.string().max(100).optional() }
/** The quote as it was seen. */
const seen = { ...which, version: whole(1, 1_000_000) }

const ticket_not_found = { status: 404, meaning: 'The caller has no such ticket.' } as const
const quote_changed = {
  status: 409,
  meaning: 'The ticket waits for no answer any more, or the quote is another one.',
  data: z.object({ state: TicketState }),
} as const

/** Repair tickets for their customers (decision 231). Served under /api/repair. */
export const repairTicket = {
  getTicket: operation({
    method: 'GET',
    path: '/v1/ticket',
    summary: 'Get a repair ticket of the caller by code. With code and secret no token is needed.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: RepairTicket,
    refusals: { ticket_not_found },
  }),
  approveQuote: operation({
    method: 'POST',
    path: '/v1/ticket/approve',
    summary: 'Say yes to a quote: the repair begins. A repeated call gets the same answer.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(seen),
    output: RepairTicket,
    refusals: { ticket_not_found, quote_changed },
  }),
  refuseQuote: operation({
    method: 'POST',
    path: '/v1/ticket/refuse',
    summary: 'Say no to a quote: the device is given back for `refusal_fee`.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(seen),
    output: RepairTicket,
    refusals: { ticket_not_found, quote_changed },
  }),
  listTickets: operation({
    method: 'GET',
    path: '/v1/tickets',
    summary: 'The repair tickets of the caller, the newest first. At most 50.',
    access: 'customer',
    input: z.object({}),
    output: z.array(RepairTicket),
  }),
}
