import { z } from 'zod'
import { dong, line, page, requiredLine, stateCounts, whole } from '#contracts/fields.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

export const ParcelState = z.enum([
  /** Stored, and its carrier has not answered yet. */
  'requested',
  'created',
  'handed_over',
  'delivering',
  'delivery_failed',
  'returning',
  'delivered',
  'received_back',
  /** Its order waits for a decision. */
  'lost',
  /** It was lost, and its goods are sent once more. */
  'replaced',
  /** It was lost, and its goods are off the order. */
  'written_off',
  'cancelled',
])
export type ParcelState = z.infer<typeof ParcelState>

export const ParcelMove = z.enum([
  'hand_over',
  'go_out',
  'deliver',
  'fail',
  'turn_back',
  'receive_back',
  'lose',
  'cancel',
])
export type ParcelMove = z.infer<typeof ParcelMove>

/** What a courier reports from the door. */
export const CourierMove = ParcelMove.extract(['deliver', 'fail'])

/** A parcel in a list. */
export const ParcelRow = z.object({
  code: z.string(),
  order_code: z.string(),
  carrier: z.string(),
  carrier_title: z.string(),
  /** The carrier's own code; null until it is known. */
  carrier_code: z.string().nullable(),
  state: ParcelState,
  version: z.int(),
  /** The recipient's name and place; no phone. */
  to: z.string(),
  shop: z.string().nullable(),
  weight_g: z.int(),
  /** What the courier collects. */
  cod_amount: dong,
  /** Which of the parcels of its order it is, if there are several; `of` is null until all is packed. */
  part: z.object({ number: z.int(), of: z.int().nullable() }).nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type ParcelRow = z.infer<typeof ParcelRow>

const ParcelEvent = z.object({
  move: z.string(),
  state: ParcelState,
  actor: z.enum(['staff', 'carrier', 'clock']),
  staff_name: z.string().nullable(),
  note: z.string().nullable(),
  happened_at: z.iso.datetime(),
})
export type ParcelEvent = z.infer<typeof ParcelEvent>

/** What became of an event of a carrier. Only `applied` moved the parcel. */
const CarrierEventOutcome = z.enum([
  'applied',
  'same',
  'late',
  'final',
  'nothing',
  'not_movable',
  'no_parcel',
])
export type CarrierEventOutcome = z.infer<typeof CarrierEventOutcome>

/** What a carrier said, the newest first. */
const CarrierNews = z.object({
  /** The carrier's own word. */
  status: z.string(),
  /** What it means; null: nobody knows it. */
  text: z.string().nullable(),
  state: z.string().nullable(),
  happened_at: z.iso.datetime(),
  received_at: z.iso.datetime(),
  source: z.enum(['webhook', 'poll']),
  outcome: CarrierEventOutcome,
})
export type CarrierNews = z.infer<typeof CarrierNews>

/** What the carrier was asked to do and has not done. */
const OpenRequest = z.object({
  action: z.enum(['create', 'cancel']),
  state: z.enum(['due', 'rejected', 'given_up']),
  attempts: z.int(),
  next_attempt_at: z.iso.datetime().nullable(),
  note: z.string().nullable(),
})
export type OpenRequest = z.infer<typeof OpenRequest>

export const StaffParcel = ParcelRow.extend({
  /** What the carrier takes; null: not known. */
  fee: dong.nullable(),
  /** Whether the collected money has come; null: nothing was collected. */
  cod_state: z.enum(['due', 'received']).nullable(),
  /** What the carrier of a lost parcel says to the claim; null: it is not lost. */
  claim_state: z.enum(['open', 'paid', 'refused']).nullable(),
  request: OpenRequest.nullable(),
  carrier_news: z.array(CarrierNews),
  /** Staff may write the carrier's code down: nobody else knows it. */
  may_set_code: z.boolean(),
  may_ask_again: z.boolean(),
  events: z.array(ParcelEvent),
  /** What this member of staff may do with the parcel now. */
  moves: z.array(ParcelMove),
})
export type StaffParcel = z.infer<typeof StaffParcel>

/** How many units of a SKU are meant. */
export const SkuQuantity = z.object({ sku: z.string(), name: z.string(), quantity: z.int() })

/** What of an order was not scanned, and what was scanned besides. */
export const ScanDifference = z.object({
  missing: z.array(SkuQuantity),
  unexpected: z.array(z.string()),
})

export const unit_in_other_parcel = {
  status: 409,
  meaning: 'Scanned units lie in another parcel.',
  data: z.object({ codes: z.array(z.string()) }),
} as const

/** An order of the packing queue. */
const OrderToPack = z.object({
  order_code: z.string(),
  /** Since when it is confirmed. */
  confirmed_at: z.iso.datetime(),
  to: z.string(),
  shop: z.string().nullable(),
  items: z.string(),
  cod_amount: dong,
})
export type OrderToPack = z.infer<typeof OrderToPack>

/** What is collected in a shop for all orders that wait to be packed. */
const GoodsToCollect = SkuQuantity.extend({
  shop_id: z.int(),
  shop: z.string(),
  /** Goods of one category lie together. */
  category: z.string(),
  /** How many orders want it. */
  orders: z.int(),
})
export type GoodsToCollect = z.infer<typeof GoodsToCollect>

/** What a member of staff packs: the order's units by SKU. */
export const Packing = z.object({
  order_code: z.string(),
  version: z.int(),
  recipient: z.string(),
  /** The shopper asked staff to move the data from the old device. */
  data_transfer: z.boolean(),
  /** `by_sku`: how many may be packed by their SKU; the others need their IMEI or serial number. */
  units: z.array(SkuQuantity.extend({ by_sku: z.int() })),
  carriers: z.array(z.object({ code: z.string(), title: z.string() })),
})
export type Packing = z.infer<typeof Packing>

/** A parcel's label. It has the recipient's whole phone, which is written down in the order's history. */
export const ParcelLabel = z.object({
  parcel: ParcelRow,
  qr: z.string(),
  recipient: z.string(),
  phone: z.string(),
  address: z.string(),
  note: z.string().nullable(),
  items: z.string(),
})
export type ParcelLabel = z.infer<typeof ParcelLabel>

/** What a carrier would take for an order; null with the reason why it does not say. */
const CarrierQuote = z.object({
  carrier: z.string(),
  title: z.string(),
  fee: dong.nullable(),
  expected_at: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
})
export type CarrierQuote = z.infer<typeof CarrierQuote>

/** What became of each scanned code. */
const HandOverReceipt = z.array(
  z.object({
    code: z.string(),
    outcome: z.enum(['done', 'parcel_not_found', 'parcel_not_movable', 'parcel_units_missing']),
    parcel: ParcelRow.nullable(),
  }),
)
export type HandOverReceipt = z.infer<typeof HandOverReceipt>

/** A parcel with who handed it over, and when. */
const HandedOver = ParcelRow.extend({ handed_at: z.iso.datetime(), staff_name: z.string() })
export type HandedOver = z.infer<typeof HandedOver>

const code = z.string().trim().min(1).max(40)
const parcel_not_found = { status: 404, meaning: 'There is no such parcel.' } as const
const order_not_found = { status: 404, meaning: 'There is no such order.' } as const

/** Why a parcel does not move. */
const move_refusals = {
  parcel_not_found,
  parcel_changed: { status: 409, meaning: 'The parcel has changed since it was seen.' },
  parcel_not_movable: {
    status: 409,
    meaning: 'The state of the parcel or of its order does not allow this move.',
    data: z.object({ state: ParcelState }),
  },
  parcel_units_missing: {
    status: 409,
    meaning: 'Units of the order are not on hand, or a packed one was locked or moved.',
  },
} as const

/** Parcels of orders: packed, handed over, delivered or received back (decision 135). */
export const parcels = {
  parcels: operation({
    method: 'GET',
    path: '/parcels',
    summary: 'List parcels by state, carrier or code, newest first, with the number in each state.',
    access: 'staff',
    permission: 'orders.see',
    scopes: staff_scopes,
    input: z.object({
      state: ParcelState.optional().catch(undefined),
      /** A code of ours, of the carrier or of the order. */
      q: line(40).optional(),
      page: page.optional(),
    }),
    output: z.object({
      rows: z.array(ParcelRow),
      has_next: z.boolean(),
      counts: stateCounts(ParcelState),
    }),
  }),
  parcel: operation({
    method: 'GET',
    path: '/parcels/one',
    summary: 'One parcel with its history and the moves that are possible now.',
    access: 'staff',
    permission: 'orders.see',
    scopes: staff_scopes,
    input: z.object({ code }),
    output: StaffParcel,
    refusals: { parcel_not_found },
  }),
  parcelsOfOrder: operation({
    method: 'GET',
    path: '/parcels/of-order',
    summary: 'The parcels of an order, newest first.',
    access: 'staff',
    permission: 'orders.see',
    scopes: staff_scopes,
    input: z.object({ order_code: code }),
    output: z.array(ParcelRow),
  }),
  packQueue: operation({
    method: 'GET',
    path: '/parcels/queue',
    summary:
      'Confirmed orders that wait to be packed, oldest first. A scanned order code or SKU names the order to open.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({ scan: line(60).optional() }),
    output: z.object({
      rows: z.array(OrderToPack),
      /** The order that was scanned, or the oldest one that wants the scanned SKU. */
      found: z.object({ order_code: z.string(), scanned: z.string().nullable() }).nullable(),
    }),
  }),
  goodsToCollect: operation({
    method: 'GET',
    path: '/parcels/goods-to-collect',
    summary:
      'The goods of all orders that wait to be packed, by the shop where they are reserved: one walk through the shop for all.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({ shop: whole(1, 2_147_483_647).optional().catch(undefined) }),
    output: z.object({
      rows: z.array(GoodsToCollect),
      /** The shops where something waits. */
      shops: z.array(z.object({ value: z.string(), title: z.string() })),
    }),
  }),
  packing: operation({
    method: 'GET',
    path: '/parcels/packing',
    summary: 'What to pack for a confirmed order.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({ order_code: code }),
    output: Packing,
    refusals: {
      order_not_found,
      not_to_pack: { status: 409, meaning: 'The order is not confirmed, or all of it is packed.' },
    },
  }),
  quotes: operation({
    method: 'GET',
    path: '/parcels/quotes',
    summary: 'Ask the carriers with an interface what they take for a confirmed order.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({ order_code: code, weight_g: whole(1, 50_000) }),
    output: z.array(CarrierQuote),
    refusals: { order_not_found },
  }),
  packOrder: operation({
    method: 'POST',
    path: '/parcels',
    summary:
      'Pack an order, or a part of it: what is scanned must be all of its units that lie in no parcel, or some of them. Creates a parcel.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({
      order_code: code,
      version: whole(1, 2_147_483_647),
      carrier: z.string().regex(/^[a-z0-9_]{2,20}$/),
      weight_g: whole(1, 50_000),
      /** SKUs with blanks between them, as a scanner sends them. */
      scanned: requiredLine(4_000, 'Hãy quét từng món.'),
      /** Set: what was scanned is a parcel of its own, and the rest of the order waits. */
      is_part: z.literal('1').optional(),
    }),
    output: z.object({ code: z.string() }),
    refusals: {
      order_not_found,
      not_to_pack: { status: 409, meaning: 'The order is not confirmed, or it is packed already.' },
      packing_changed: { status: 409, meaning: 'The order has changed since it was seen.' },
      unit_in_other_parcel,
      carrier_not_available: { status: 422, meaning: 'There is no such carrier.' },
      scan_differs: {
        status: 422,
        meaning: 'The scanned units are not those of the order.',
        data: ScanDifference,
      },
    },
  }),
  label: operation({
    method: 'POST',
    path: '/parcels/one/label',
    summary: 'The label of a parcel with the whole phone. Who asked is written to the order.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({ code }),
    output: ParcelLabel,
    refusals: { parcel_not_found },
  }),
  moveParcel: operation({
    method: 'POST',
    path: '/parcels/one/move',
    summary: 'Move a parcel; its order moves with it.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({
      code,
      version: whole(1, 2_147_483_647),
      move: ParcelMove,
      note: line(300).optional(),
    }),
    output: z.object({ state: ParcelState }),
    refusals: move_refusals,
  }),
  deliverParcel: operation({
    method: 'POST',
    path: '/parcels/one/deliver',
    summary: 'Report from the door that a parcel was delivered or not; its order moves with it.',
    access: 'staff',
    permission: 'orders.deliver',
    scopes: staff_scopes,
    input: z.object({
      code,
      version: whole(1, 2_147_483_647),
      move: CourierMove,
      note: line(300).optional(),
    }),
    output: z.object({ state: ParcelState }),
    refusals: move_refusals,
  }),
  askCarrierAgain: operation({
    method: 'POST',
    path: '/parcels/one/ask-again',
    summary: 'Send what a carrier refused or never answered once more, by the same code of ours.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({ code }),
    output: z.object({ state: ParcelState }),
    refusals: {
      parcel_not_found,
      nothing_to_ask: { status: 409, meaning: 'The carrier has nothing left to answer.' },
    },
  }),
  setCarrierCode: operation({
    method: 'POST',
    path: '/parcels/one/carrier-code',
    summary: 'Write down the code of a carrier that has not told it to us.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({
      code,
      version: whole(1, 2_147_483_647),
      carrier_code: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9][\w.-]{2,58}$/),
    }),
    output: z.object({ state: ParcelState }),
    refusals: {
      parcel_not_found,
      parcel_changed: { status: 409, meaning: 'The parcel has changed since it was seen.' },
      carrier_code_known: { status: 409, meaning: 'The code of the carrier is known already.' },
      carrier_code_taken: { status: 409, meaning: 'Another parcel of this carrier has this code.' },
    },
  }),
  waiting: operation({
    method: 'GET',
    path: '/parcels/waiting',
    summary: 'The parcels that wait to be handed over, newest first, at most 200.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({}),
    output: z.array(ParcelRow),
  }),
  handOver: operation({
    method: 'POST',
    path: '/parcels/hand-over',
    summary:
      'Hand scanned parcels over to their courier, each for itself. The receipt is the note that is signed.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({
      /** Codes of parcels with blanks between them, as a scanner sends them. */
      codes: requiredLine(4_000, 'Hãy quét vận đơn.'),
    }),
    output: HandOverReceipt,
  }),
  handedOver: operation({
    method: 'GET',
    path: '/parcels/handed-over',
    summary:
      'The parcels that staff handed over on a day of Vietnam, in that sequence, at most 2,000: the notes of the day.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({
      /** Today if it is left out. */
      day: z.iso.date().optional().catch(undefined),
    }),
    output: z.object({ day: z.iso.date(), rows: z.array(HandedOver) }),
  }),
}
