import { z } from 'zod'
import { flag, line, requiredLine, whole } from '#contracts/fields.ts'
import { moveRefusals, orders } from '#contracts/staff/orders.ts'
import { Salutation, ShippingMethod } from '#contracts/storefront/quote.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { provinceCode, unitId } from '#contracts/storefront/units.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

const order_code = z.string().min(1).max(40)
const { order_not_found, order_changed, move_not_possible, order_taken } = moveRefusals

/** An empty field of a form: the stored value stays. */
const unchanged = z.literal('').transform(() => undefined)

/** Buyer, recipient and address of an order as a form shows them. Phones are masked. */
const StoredRecipient = z.object({
  order_code: z.string(),
  version: z.int(),
  state: OrderState,
  delivery: ShippingMethod,
  salutation: Salutation.nullable(),
  name: z.string(),
  phone: z.string(),
  recipient_name: z.string().nullable(),
  recipient_phone: z.string().nullable(),
  street: z.string().nullable(),
  address_text: z.string(),
  note: z.string().nullable(),
  data_transfer: z.boolean(),
  /** The ward that is stored; null if the address has none in force. */
  ward_id: z.int().nullable(),
  /** The province whose wards are listed; null: none is chosen. */
  province_code: z.string().nullable(),
  provinces: z.array(z.object({ province_code: z.string(), name: z.string() })),
  wards: z.array(z.object({ ward_id: z.int(), name: z.string() })),
})
export type StoredRecipient = z.infer<typeof StoredRecipient>

/** Who receives an order, and where: it can be changed until the order is packed. */
export const recipients = {
  recipient: operation({
    method: 'GET',
    path: '/orders/one/recipient',
    summary:
      'Buyer, recipient and address of an order, with the wards of a province to choose from.',
    access: 'staff',
    permission: 'orders.confirm',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      /** Default: the province of the address. */
      province_code: z.union([unchanged, provinceCode]).optional(),
    }),
    output: StoredRecipient,
    refusals: { order_not_found },
  }),
  changeRecipient: operation({
    method: 'POST',
    path: '/orders/one/recipient',
    summary:
      'Change buyer, recipient, address and note of an order that is not packed yet. Prices and delivery fee stay. An empty phone stays as it is.',
    access: 'staff',
    permission: 'orders.confirm',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      version: whole(1, 2_147_483_647),
      /** Empty: none. Without it the stored one stays. */
      salutation: z.union([Salutation, z.literal('')]).optional(),
      name: requiredLine(100, 'Hãy ghi tên người đặt.'),
      phone: z.union([unchanged, line(30)]).optional(),
      recipient_name: line(100).optional(),
      recipient_phone: z.union([unchanged, line(30)]).optional(),
      /** Of a ward in force. Without it the ward stays. */
      ward_id: z.union([unchanged, unitId]).optional(),
      street: line(200).optional(),
      note: line(500).optional(),
      /** Without it the stored wish stays. */
      data_transfer: flag.optional(),
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      order_not_found,
      order_changed,
      move_not_possible,
      order_taken,
      customer_blocked: {
        status: 409,
        meaning:
          'The new phone is blocked: it may not order, or not pay on delivery as this order does.',
      },
      order_has_parcel: orders.shipOrder.refusals.order_has_parcel,
    },
  }),
}
