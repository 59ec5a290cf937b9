import { z } from 'zod'
import { Choice, dong, emptyOr, line, requiredLine, stateCounts, whole } from '#contracts/fields.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { QuoteLine, Recipient, ShippingMethod, Totals } from '#contracts/storefront/quote.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

/** How long ago an order was made: at most or at least this long. */
export const OrderAge = z.enum([
  'under_1d',
  'under_7d',
  'under_30d',
  'over_1h',
  'over_4h',
  'over_1d',
])
export type OrderAge = z.infer<typeof OrderAge>

const order_filters = {
  state: emptyOr(OrderState),
  /** An order code, a phone in any notation, its last digits (at least four), or words of a name. */
  q: emptyOr(line(100)),
  method: emptyOr(z.string().regex(/^[a-z0-9_]{2,40}$/)),
  paid: emptyOr(z.enum(['yes', 'no'])),
  delivery: emptyOr(ShippingMethod),
  shop: emptyOr(whole(1, 999_999)),
  province: emptyOr(whole(1, 9_999)),
  /** Only orders that are assigned to the caller. */
  assigned: emptyOr(z.literal('me')),
  /** Who made the order: the caller, anybody of the staff, or its shopper. */
  made: emptyOr(z.enum(['me', 'staff', 'shopper'])),
  /** A tag, in any spelling. */
  tag: emptyOr(line(30)),
  age: emptyOr(OrderAge),
  sort: emptyOr(z.enum(['newest', 'oldest'])),
}

/** The last page that is shown. A longer list needs another filter. */
const max_page = 100

/** What staff should know before they call: another order of the phone within 48 hours, the first order of it … */
const OrderFlag = z.enum(['duplicate', 'first', 'came_back', 'call_first', 'company_invoice'])
export type OrderFlag = z.infer<typeof OrderFlag>

/** An order in a list. Its phone is masked. */
export const OrderRow = z.object({
  code: z.string(),
  version: z.int(),
  state: OrderState,
  created_at: z.iso.datetime(),
  name: z.string(),
  phone: z.string(),
  province: z.string(),
  first_item: z.string(),
  item_quantity: z.int(),
  line_count: z.int(),
  grand_total: dong,
  method_title: z.string().nullable(),
  is_paid: z.boolean(),
  delivery: ShippingMethod,
  /** The shop that answers for it. */
  shop: z.string().nullable(),
  /** The member of staff whom it is assigned to. */
  assigned_name: z.string().nullable(),
  flags: z.array(OrderFlag),
  tags: z.array(z.string()),
})
export type OrderRow = z.infer<typeof OrderRow>

/** A page of orders. */
export const OrderList = z.object({
  rows: z.array(OrderRow),
  has_next: z.boolean(),
  /** By state, without the filter of the state. Counted up to `max_count`: `is_capped` says that there are more. */
  counts: stateCounts(OrderState),
  /** The values of the filters. */
  shops: z.array(Choice),
  provinces: z.array(Choice),
  methods: z.array(Choice),
  tags: z.array(Choice),
  /** What the caller may do with the list. */
  may: z.object({
    confirm: z.boolean(),
    cancel: z.boolean(),
    assign: z.boolean(),
    tag: z.boolean(),
    move_shop: z.boolean(),
  }),
})
export type OrderList = z.infer<typeof OrderList>

/** The moves that staff make by hand. */
export const StaffMove = z.enum(['confirm', 'ship', 'deliver', 'come_back', 'cancel'])
export type StaffMove = z.infer<typeof StaffMove>

/** Why staff cancel an order. */
export const CancelReason = z.enum([
  'changed_mind',
  'not_reached',
  'out_of_stock',
  'duplicate',
  'wrong_details',
  'suspicious',
  'other',
])
export type CancelReason = z.infer<typeof CancelReason>

/** One line of the history that shows shopper, staff, clock and money together. */
export const TimelineEntry = z.object({
  at: z.iso.datetime(),
  kind: z.enum([
    'move',
    'note',
    'courier_note',
    'phone_shown',
    'call',
    'assigned',
    'unassigned',
    'transfer',
    'gateway',
    'refund',
    'email',
    'sms',
  ]),
  /** A move: its name. Money: its outcome. A notification: its template. Otherwise empty. */
  what: z.string(),
  actor: z.enum(['shopper', 'staff', 'money', 'clock', 'carrier', 'system']),
  /** The member of staff, or the gateway of money. */
  who: z.string().nullable(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  amount: dong.nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

const OrderReservation = z.object({
  item_id: z.int(),
  shop_id: z.int(),
  shop: z.string(),
  quantity: z.int(),
  /** False: the units went back because the order ended. */
  is_active: z.boolean(),
})

const OrderPayment = z.object({
  method_title: z.string(),
  state: z.enum(['started', 'due_on_delivery', 'paid', 'failed', 'replaced']),
  amount: dong,
  reference: z.string().nullable(),
  failure: z.string().nullable(),
  is_held: z.boolean(),
  /** Whether money came by it, perhaps a part. */
  has_money: z.boolean(),
  /** How a card splits it. */
  card_plan: z
    .object({ bank_name: z.string(), card_brand: z.string(), months: z.int() })
    .nullable(),
  at: z.iso.datetime(),
})

const OrderRefund = z.object({
  number: z.string(),
  gateway: z.string(),
  amount: dong,
  state: z.enum(['due', 'requested', 'done', 'failed', 'dropped']),
  reason: z.string(),
  at: z.iso.datetime(),
})

/** What another order is to this one: goods added to it, a part split off, or joined to it; and the other way round. */
const OrderRelation = z.enum([
  ...(['addition', 'addition_of', 'part', 'part_of', 'joined', 'joined_to'] as const),
])
export type OrderRelation = z.infer<typeof OrderRelation>

const OtherOrder = OrderRow.pick({ code: true, state: true, created_at: true, grand_total: true })

/** One order with everything that is known about it. Phones and the e-mail address are masked. */
export const StaffOrder = OrderRow.omit({ first_item: true, line_count: true }).extend({
  expires_at: z.iso.datetime().nullable(),
  items: z.array(QuoteLine),
  totals: Totals,
  recipient: Recipient,
  /** Null: assigned to nobody. */
  assigned_to: z.int().nullable(),
  paid_total: dong,
  refund_due_total: dong,
  refunded_total: dong,
  reservations: z.array(OrderReservation),
  /** The units that are sold with the order now: the first IMEI or the serial number of each. */
  units: z.array(z.object({ item_id: z.int(), code: z.string() })),
  payments: z.array(OrderPayment),
  refunds: z.array(OrderRefund),
  timeline: z.array(TimelineEntry),
  other_orders: z.array(OtherOrder),
  /** Orders within reach that came out of this one, or that it came out of. */
  related: z.array(z.object({ code: z.string(), kind: OrderRelation })),
  /** What this member of staff may do with the order now. */
  moves: z.array(StaffMove),
  may: z.object({
    note: z.boolean(),
    see_phone: z.boolean(),
    assign: z.boolean(),
    call: z.boolean(),
    change_recipient: z.boolean(),
  }),
  /** The next order that waits for confirmation: opened after this one is confirmed. */
  next_code: z.string().nullable(),
  /** Who is calling the shopper now. */
  call: z
    .object({ name: z.string(), taken_until: z.iso.datetime(), is_self: z.boolean() })
    .nullable(),
})
export type StaffOrder = z.infer<typeof StaffOrder>

const order_code = z.string().min(1).max(40)
const version = whole(1, 2_147_483_647)

/** What happened to an order since a version of it. */
const OrderChange = TimelineEntry.pick({ at: true, what: true, actor: true, who: true })
export type OrderChange = z.infer<typeof OrderChange>

const order_not_found = { status: 404, meaning: 'There is no such order.' } as const

/** Why staff cannot move an order. */
export const moveRefusals = {
  order_not_found,
  order_changed: {
    status: 409,
    meaning:
      'The order is no longer in the version that was seen. `changes` says what happened since.',
    data: z.object({ state: OrderState, version: z.int(), changes: z.array(OrderChange) }),
  },
  move_not_possible: {
    status: 409,
    meaning: 'The state of the order does not allow this move.',
    data: z.object({ state: OrderState }),
  },
  order_taken: {
    status: 409,
    meaning: 'Another member of staff, `name`, is calling the shopper of this pending order.',
    data: z.object({ name: z.string() }),
  },
} as const

const Moved = z.object({ state: OrderState, version: z.int() })

/** An order as it was seen, for the version check. */
const seen_order = { order_code, version }
const cancelFields = { reason: CancelReason, note: line(500).optional() }
/** A member of staff, or nobody. */
const assignee = z.union([z.literal('').transform(() => null), whole(1, 999_999_999)])

const staff_not_found = {
  status: 404,
  meaning: 'There is no such member of staff whom the caller may assign orders to.',
} as const

/** Orders for staff. A foreign and an absent code get the same answer. */
export const orders = {
  orders: operation({
    method: 'GET',
    path: '/orders',
    summary:
      'List orders by filters, with the number of orders in each state. A wrong filter is ignored.',
    access: 'staff',
    permission: 'orders.see',
    scopes: staff_scopes,
    input: z.object({ ...order_filters, page: emptyOr(whole(1, max_page)) }),
    output: OrderList,
  }),
  order: operation({
    method: 'GET',
    path: '/orders/one',
    summary:
      'One order: lines, reservations, money, delivery, history and the moves that are possible now.',
    access: 'staff',
    permission: 'orders.see',
    scopes: staff_scopes,
    input: z.object({ order_code }),
    output: StaffOrder,
    refusals: { order_not_found },
  }),
  pickList: operation({
    method: 'GET',
    path: '/orders/one/pick-list',
    summary: 'One order for printing, with the QR code of its code as a data: URL.',
    access: 'staff',
    permission: 'orders.see',
    scopes: staff_scopes,
    input: z.object({ order_code }),
    output: z.object({ order: StaffOrder, qr: z.string() }),
    refusals: { order_not_found },
  }),
  confirmOrder: operation({
    method: 'POST',
    path: '/orders/one/confirm',
    summary: 'Confirm a pending order.',
    access: 'staff',
    permission: 'orders.confirm',
    scopes: staff_scopes,
    input: z.object(seen_order),
    output: Moved,
    refusals: {
      ...moveRefusals,
      call_needed: {
        status: 409,
        meaning: 'The rules of cash on delivery ask for a call before this order is confirmed.',
      },
    },
  }),
  shipOrder: operation({
    method: 'POST',
    path: '/orders/one/ship',
    summary:
      'Ship a confirmed order, deliver a shipped one, or take one back that could not be delivered.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: staff_scopes,
    input: z.object({
      ...seen_order,
      move: z.enum(['ship', 'deliver', 'come_back']),
      note: line(500).optional(),
    }),
    output: Moved,
    refusals: {
      ...moveRefusals,
      order_has_parcel: {
        status: 409,
        meaning: 'The order is in a parcel: it moves with it.',
        data: z.object({ parcel_code: z.string() }),
      },
      units_not_on_hand: {
        status: 409,
        meaning: 'A count found fewer units in the shop than this order has reserved there.',
        data: z.object({
          units: z.array(
            z.object({
              product_id: z.int(),
              shop_id: z.int(),
              quantity: z.int(),
              on_hand: z.int(),
            }),
          ),
        }),
      },
    },
  }),
  cancelOrder: operation({
    method: 'POST',
    path: '/orders/one/cancel',
    summary: 'Cancel an order that is not shipped yet, for a reason. The note is for staff only.',
    access: 'staff',
    permission: 'orders.cancel',
    scopes: staff_scopes,
    input: z.object({ ...seen_order, ...cancelFields }),
    output: Moved,
    refusals: moveRefusals,
  }),
  assignees: operation({
    method: 'GET',
    path: '/orders/assignees',
    summary:
      'Whom the caller may assign orders to: active staff who see orders, with a shop in common.',
    access: 'staff',
    permission: 'orders.assign',
    scopes: ['all', 'shops'],
    input: z.object({}),
    output: z.array(z.object({ staff_id: z.int(), name: z.string() })),
  }),
  assignOrder: operation({
    method: 'POST',
    path: '/orders/one/assign',
    summary: 'Assign an order to a member of staff or to nobody, if it is assigned as it was seen.',
    access: 'staff',
    permission: 'orders.assign',
    scopes: ['all', 'shops'],
    input: z.object({ order_code, staff_id: assignee, staff_id_seen: assignee }),
    output: z.object({ staff_id: z.int().nullable() }),
    refusals: {
      order_not_found,
      staff_not_found,
      assignment_changed: {
        status: 409,
        meaning: 'Somebody else has assigned the order meanwhile: `name` has it, or nobody.',
        data: z.object({ name: z.string().nullable() }),
      },
    },
  }),
  addNote: operation({
    method: 'POST',
    path: '/orders/one/note',
    summary: 'Add a note for staff, or one for the courier.',
    access: 'staff',
    permission: 'orders.note',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      kind: z.enum(['note', 'courier_note']),
      text: requiredLine(500, 'Hãy viết ghi chú.'),
    }),
    output: z.object({ kind: z.string() }),
    refusals: { order_not_found },
  }),
  showPhone: operation({
    method: 'POST',
    path: '/orders/one/phone',
    summary:
      'The phones and the e-mail address of an order in full. Who asked is written to its history.',
    access: 'staff',
    permission: 'orders.phone',
    scopes: staff_scopes,
    input: z.object({ order_code }),
    output: z.object({
      phone: z.string(),
      recipient_phone: z.string().nullable(),
      email: z.string().nullable(),
    }),
    refusals: { order_not_found },
  }),
}
