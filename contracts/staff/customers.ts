import { z } from 'zod'
import { dong, line, requiredLine, whole } from '#contracts/fields.ts'
import { OrderRow } from '#contracts/staff/orders.ts'
import { ReturnState } from '#contracts/staff/returns.ts'
import { ParcelState } from '#contracts/staff/parcels.ts'
import { UnitState } from '#contracts/staff/units.ts'
import { RefundState } from '#contracts/storefront/payment.ts'
import { TicketState } from '#contracts/storefront/repair-ticket.ts'
import { TradeState } from '#contracts/storefront/trade/trade-in.ts'
import { consent_places, logged_purposes } from '#pure/formats/consent.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

/** prepay: pays before delivery. no_orders: a new order is refused. */
export const CustomerBlock = z.enum(['prepay', 'no_orders'])
export type CustomerBlock = z.infer<typeof CustomerBlock>

/** A customer of a list: everybody who ordered with one phone. */
export const CustomerRow = z.object({
  /** Of the newest order that the reader may see. It names the customer in addresses, so that no phone does. */
  order_code: z.string(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  /** Orders that the reader may see, counted up to 100. */
  order_count: z.int(),
  last_at: z.iso.datetime(),
  block: CustomerBlock.nullable(),
})
export type CustomerRow = z.infer<typeof CustomerRow>

const CustomerOrder = OrderRow.pick({
  code: true,
  state: true,
  created_at: true,
  grand_total: true,
  first_item: true,
  item_quantity: true,
  shop: true,
}).extend({
  /** Newest first; without those that were cancelled. */
  parcels: z.array(z.object({ code: z.string(), state: ParcelState })),
})

/** A device that the customer bought. */
const CustomerUnit = z.object({
  code: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  order_code: z.string(),
  state: UnitState,
  warranty_until: z.iso.date().nullable(),
})

const CustomerEvent = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['note', 'phone_shown', 'prepay', 'no_orders', 'unblocked', 'joined', 'parted']),
  /** The note, or the reason. */
  text: z.string().nullable(),
  staff_name: z.string(),
})
export type CustomerEvent = z.infer<typeof CustomerEvent>

const of_ticket = {
  code: z.string(),
  /** The device or the goods. */
  what: z.string(),
  shop: z.string().nullable(),
  at: z.iso.datetime(),
}
/** A piece of paper about a device or about goods. Only kinds whose page the reader may open. */
const CustomerTicket = z.discriminatedUnion('kind', [
  z.object({ ...of_ticket, kind: z.literal('repair'), state: TicketState }),
  z.object({ ...of_ticket, kind: z.literal('return'), state: ReturnState }),
  z.object({ ...of_ticket, kind: z.literal('trade_in'), state: TradeState }),
])
export type CustomerTicket = z.infer<typeof CustomerTicket>

/** Another phone of the same person, as staff say (decision 268). */
const PhoneOfPerson = z.object({
  /** The newest order that the reader may see. Phones without one are not told. */
  order_code: z.string(),
  /** Masked. */
  phone: z.string(),
})

/** The newest choice about a purpose: of the account of the phone, or of a browser that ordered as a guest. */
const CustomerChoice = z.object({
  purpose: z.enum(logged_purposes),
  /** withdrawn: it was given before. */
  state: z.enum(['given', 'refused', 'withdrawn']),
  place: z.enum(consent_places),
  at: z.iso.datetime(),
})

const of_order = { order_code: z.string(), at: z.iso.datetime() }

/**
 * Everything about one customer that the reader may see: of all phones of the person. Phone and e-mail addresses are
 * masked.
 */
export const Customer = z.object({
  /** The order that was asked for: it names the customer in addresses. */
  order_code: z.string(),
  phone: z.string(),
  /** The names in the orders, newest first. */
  names: z.array(z.string()),
  provinces: z.array(z.string()),
  is_member: z.boolean(),
  order_count: z.int(),
  delivered_count: z.int(),
  /** What the delivered orders cost, in đồng. */
  delivered_total: dong,
  came_back_count: z.int(),
  first_at: z.iso.datetime(),
  /** Newest first, at most 50. */
  orders: z.array(CustomerOrder),
  units: z.array(CustomerUnit),
  /** Newest first. */
  tickets: z.array(CustomerTicket),
  /** Parcels that the customer did not accept. */
  refused_parcels: z.array(z.object({ ...of_order, code: z.string(), state: ParcelState })),
  refunds: z.array(z.object({ ...of_order, number: z.string(), amount: dong, state: RefundState })),
  messages: z.array(
    z.object({
      ...of_order,
      channel: z.enum(['email', 'sms']),
      template: z.string(),
      state: z.enum(['waiting', 'sending', 'sent', 'failed', 'dropped']),
    }),
  ),
  /** What was ticked in the newest order with each e-mail address, or taken back in a mail. */
  consents: z.array(
    z.object({
      email: z.string(),
      offers: z.enum(['given', 'not_given', 'withdrawn']),
      at: z.iso.datetime(),
    }),
  ),
  /** Newest first, one of each purpose (decision 283). */
  choices: z.array(CustomerChoice),
  /** The phone, or another one of the person, is among those that want no advertising. */
  wants_no_ads: z.boolean(),
  /** Newest first. */
  events: z.array(CustomerEvent),
  /** All lists are about these phones too. */
  other_phones: z.array(PhoneOfPerson),
  /** Of the phone of this order. */
  block: CustomerBlock.nullable(),
  block_reason: z.string().nullable(),
  /** What holds for the customer: the strictest block of all phones of the person. */
  person_block: CustomerBlock.nullable(),
  /** 0: nobody has written about the customer yet. */
  version: z.int(),
  may: z.object({
    note: z.boolean(),
    block: z.boolean(),
    see_phone: z.boolean(),
    join: z.boolean(),
  }),
})
export type Customer = z.infer<typeof Customer>

const order_code = z.string().min(1).max(40)
const refusals = {
  customer_not_found: {
    status: 404,
    meaning: 'The caller may see no order with this code, so there is no such customer.',
  },
} as const

/** Customers (decisions 145, 268): a customer is a phone, or the phones that are one person's as staff say. */
export const customers = {
  customers: operation({
    method: 'GET',
    path: '/customers',
    summary:
      'Customers by phone, its last digits or words of a name; without them who ordered last.',
    access: 'staff',
    permission: 'customers.see',
    scopes: staff_scopes,
    input: z.object({ q: line(100).optional() }),
    output: z.object({ rows: z.array(CustomerRow), has_more: z.boolean() }),
  }),
  customer: operation({
    method: 'GET',
    path: '/customers/one',
    summary: 'The customer of an order: orders, devices, messages, money and notes of the phone.',
    access: 'staff',
    permission: 'customers.see',
    scopes: staff_scopes,
    input: z.object({ order_code }),
    output: Customer,
    refusals,
  }),
  showCustomer: operation({
    method: 'POST',
    path: '/customers/one/phone',
    summary: 'The phone of a customer in full. Who asked is written to their history.',
    access: 'staff',
    permission: 'orders.phone',
    scopes: staff_scopes,
    input: z.object({ order_code }),
    output: z.object({ phone: z.string() }),
    refusals,
  }),
  noteCustomer: operation({
    method: 'POST',
    path: '/customers/one/note',
    summary: 'Add a note about a customer.',
    access: 'staff',
    permission: 'customers.note',
    scopes: staff_scopes,
    input: z.object({ order_code, text: requiredLine(500, 'Hãy viết ghi chú.') }),
    output: z.object({ kind: z.string() }),
    refusals,
  }),
  blockCustomer: operation({
    method: 'POST',
    path: '/customers/one/block',
    summary:
      'Take orders of a customer only if they are paid before delivery, or none, or all again; for a reason.',
    access: 'staff',
    permission: 'customers.block',
    input: z.object({
      order_code,
      block: z.union([z.literal('').transform(() => null), CustomerBlock]),
      reason: requiredLine(200, 'Cần ghi lý do.'),
      /** The version that the page showed. */
      version: whole(0, 2_147_483_647),
    }),
    output: z.object({ block: CustomerBlock.nullable(), version: z.int() }),
    refusals: {
      ...refusals,
      customer_changed: {
        status: 409,
        meaning: 'Somebody else, `name`, has blocked or unblocked the customer meanwhile.',
        data: z.object({ block: CustomerBlock.nullable(), name: z.string().nullable() }),
      },
    },
  }),
}
