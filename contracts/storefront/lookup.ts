import { z } from 'zod'
import { dong, requiredLine, solvedCaptcha } from '#contracts/fields.ts'
import { DeliveryPromise } from '#contracts/delivery-promise.ts'
import { limits } from '#contracts/limits.ts'
import { OrderEvent, OrderState } from '#contracts/storefront/order.ts'
import { RepairTicket } from '#contracts/storefront/repair-ticket.ts'
import { ShippingMethod } from '#contracts/storefront/quote.ts'
import { ShopperReturn } from '#contracts/storefront/returns.ts'
import { operation } from '#pure/contract.ts'

/** A line of a looked up order: what it is, not what it cost. */
const Goods = z.object({
  name: z.string(),
  color_name: z.string().nullable(),
  thumbnail: z.string().nullable(),
  quantity: z.int(),
  is_gift: z.boolean(),
})

/** An order as anybody sees it who knows its code and its phone: a courier does. So nothing in it names a person. */
const LookedUpOrder = z.object({
  code: z.string(),
  state: OrderState,
  created_at: z.iso.datetime(),
  /** When a waiting order expires. */
  expires_at: z.iso.datetime().nullable(),
  payment_method: z.string().nullable(),
  method_title: z.string().nullable(),
  grand_total: dong,
  paid_total: dong,
  /** Refunds that are due, and those that are done. */
  refund_due_total: dong,
  refunded_total: dong,
  /** The newest first. Each is a ticket of its own. */
  returns: z.array(
    ShopperReturn.pick({
      code: true,
      state: true,
      item: true,
      quantity: true,
      outcome: true,
      amount: true,
    }),
  ),
  goods: z.array(Goods),
  /** Oldest first, without the notes. */
  history: z.array(OrderEvent.omit({ note: true })),
  shipping_method: ShippingMethod,
  /** When it arrives or can be collected, as it was promised. */
  promise: DeliveryPromise.nullable(),
  /** "N••• V••• A•••" and "09•• ••• 178" */
  recipient: z.object({ name: z.string(), phone: z.string() }),
  /** The pick-up shop, or the ward of the delivery; null if neither is known. */
  place: z.string().nullable(),
  /** The last day to collect a ready order: YYYY-MM-DD. */
  keep_until: z.string().nullable(),
})
export type LookedUpOrder = z.infer<typeof LookedUpOrder>

/** The warranty of a sold device, or of goods without codes. Days are YYYY-MM-DD. */
const Warranty = z.object({
  product: z.string(),
  color_name: z.string().nullable(),
  url_path: z.string().nullable(),
  /** The last four signs of the IMEI or serial number; null: the goods have none. */
  code_end: z.string().nullable(),
  months: z.int(),
  /** Both null until the goods are delivered. */
  from: z.string().nullable(),
  until: z.string().nullable(),
  is_over: z.boolean(),
})
export type Warranty = z.infer<typeof Warranty>

/** A ticket of goods or a device that the shop has or gets back. */
const Ticket = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('return'),
    ...ShopperReturn.pick({
      code: true,
      state: true,
      item: true,
      quantity: true,
      shop: true,
      bring_by: true,
      note: true,
      outcome: true,
      amount: true,
      created_at: true,
    }).shape,
  }),
  z.object({
    kind: z.literal('repair'),
    ...RepairTicket.pick({
      code: true,
      state: true,
      device: true,
      code_end: true,
      received_at: true,
      promised_at: true,
      due: true,
    }).shape,
    shop: z.string(),
    lines: z.array(z.object({ name: z.string(), warranty_until: z.string().nullable() })),
  }),
])
export type Ticket = z.infer<typeof Ticket>

const phone = requiredLine(30, 'Vui lòng nhập số điện thoại đã đặt hàng.')
const orderCode = requiredLine(40, 'Vui lòng nhập mã đơn hàng, ví dụ DH261120-7K3M9QXZ.')

const lookup_not_found = {
  status: 404,
  meaning: 'Nothing has this code with this phone. Which of the two is wrong is not said.',
} as const

/**
 * What anybody may ask about an order, a warranty or a ticket without an account (decision 200). All are POST, so that
 * no phone and no IMEI stands in an address. Served under /api/lookup.
 */
export const lookup = {
  lookUpOrder: operation({
    method: 'POST',
    path: '/v1/order',
    summary: 'The state of an order, by its code and the phone that ordered. Names are masked.',
    access: 'public',
    limits: limits.lookup,
    input: z.object({ code: orderCode, phone, ...solvedCaptcha }),
    output: LookedUpOrder,
    refusals: { lookup_not_found },
  }),
  lookUpDevice: operation({
    method: 'POST',
    path: '/v1/warranty/device',
    summary:
      'The warranties of a device, by its IMEI or serial number: its own if it was sold here, and those of the parts that repairs put into it.',
    access: 'public',
    limits: limits.lookup_device,
    input: z.object({
      imei: requiredLine(40, 'Vui lòng nhập IMEI hoặc số serial. Bấm *#06# trên máy để xem IMEI.'),
      ...solvedCaptcha,
    }),
    output: z.array(Warranty),
    refusals: {
      device_not_found: {
        status: 404,
        meaning: 'No device with this IMEI or serial number was sold or repaired here.',
      },
    },
  }),
  lookUpWarranties: operation({
    method: 'POST',
    path: '/v1/warranty/order',
    summary: 'The warranties of everything in an order, by its code and the phone that ordered.',
    access: 'public',
    limits: limits.lookup,
    input: z.object({ code: orderCode, phone, ...solvedCaptcha }),
    output: z.array(Warranty),
    refusals: { lookup_not_found },
  }),
  lookUpTicket: operation({
    method: 'POST',
    path: '/v1/ticket',
    summary:
      'The state of a return or a repair, by the code of its ticket and the phone of the customer.',
    access: 'public',
    limits: limits.lookup,
    input: z.object({
      code: requiredLine(40, 'Vui lòng nhập mã phiếu, ví dụ SC000123.'),
      phone,
      ...solvedCaptcha,
    }),
    output: Ticket,
    refusals: { lookup_not_found },
  }),
}
