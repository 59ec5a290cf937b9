import { z } from 'zod'
import { dong, id, line, solvedCaptcha, whole } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { picture_refusals } from '#contracts/staff/pictures.ts'
import { ReturnReason, ReturnState } from '#contracts/staff/returns.ts'
import { return_refusals } from '#contracts/return-refusals.ts'
import { operation } from '#pure/contract.ts'

/** What the shopper wishes: the money, or the same product again. */
export const ReturnWish = z.enum(['refund', 'exchange'])
export type ReturnWish = z.infer<typeof ReturnWish>

/** A picture that the shopper sent. Pixels of the large one. */
const AskedPicture = z.object({ picture_id: z.int(), width: z.int(), height: z.int() })

/** A return of an order, as its shopper sees it. */
export const ShopperReturn = z.object({
  code: z.string(),
  state: ReturnState,
  /** The product, with its colour. */
  item: z.string(),
  thumbnail: z.string().nullable(),
  quantity: z.int(),
  /** The last four signs of the code of its unit. */
  unit_end: z.string().nullable(),
  reason: ReturnReason,
  /** Null: the goods were brought to a counter. */
  wish: ReturnWish.nullable(),
  /** What the shopper wrote. */
  words: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Where the goods are taken; null until the request is accepted. */
  shop: z.object({ name: z.string(), address: z.string(), time_opening: z.string() }).nullable(),
  /** The last day on which an accepted request can be brought: YYYY-MM-DD. */
  bring_by: z.string().nullable(),
  /** What the shop wrote when it accepted or refused. */
  note: z.string().nullable(),
  outcome: z.enum([...ReturnWish.options, 'other_goods']).nullable(),
  /** What is refunded, in đồng, once the shop has taken the goods back. */
  amount: dong.nullable(),
  pictures: z.array(AskedPicture),
  may: z.object({ withdraw: z.boolean(), add_pictures: z.boolean() }),
})
export type ShopperReturn = z.infer<typeof ShopperReturn>

/** What one unit of a line would bring back today for a reason, in đồng. The shop decides after its inspection. */
const Preview = z.object({ reason: ReturnReason, percent: z.int(), fee: dong, refund: dong })

/** A fee in percent up to a day since delivery; after the last day of a reason nothing is taken back. */
const ReturnTerm = z.object({ reason: ReturnReason, up_to_day: z.int(), percent: z.int() })
export type ReturnTerm = z.infer<typeof ReturnTerm>

/** A line of a delivered order of which something may be returned today. */
export const AskableLine = z.object({
  position: z.int(),
  name: z.string(),
  thumbnail: z.string().nullable(),
  /** How many are in no return yet. */
  left: z.int(),
  /** The devices that are in no return yet, by the last four signs of their codes; empty for goods without codes. */
  units: z.array(z.object({ unit_id: z.int(), ends_with: z.string() })),
  previews: z.array(Preview),
  /** What came with it for free. Gifts that the customer keeps are taken off the refund. */
  gifts: z.array(z.object({ name: z.string(), quantity: z.int(), price: dong })),
})
export type AskableLine = z.infer<typeof AskableLine>

export const OrderReturns = z.object({
  order_code: z.string(),
  payment_method: z.string().nullable(),
  /** Days since the order was delivered; null: it was not. */
  day: z.int().nullable(),
  /** Empty: nothing can be returned today. */
  lines: z.array(AskableLine),
  /** The newest first. */
  requests: z.array(ShopperReturn),
})
export type OrderReturns = z.infer<typeof OrderReturns>

const order_code = z.string().min(1).max(40)
const secret = z.string().max(100).optional()
const code = line(20)
const whose = { order_code, secret }
const one = { ...whose, code }

const { return_not_found, return_changed, unit_needed } = return_refusals
const { returned_already, return_too_late, exchange_not_offered } = return_refusals
const order_not_found = { status: 404, meaning: 'The caller has no such order.' } as const

/** How many requests of one order may wait at the same time, and how many it may have in all. */
export const max_requests = { open: 5, of_order: 20 } as const

/**
 * Returns that shoppers ask for (decision 160). Served under /api/cart. With secret in the query, no token is needed.
 */
export const returns = {
  returnTerms: operation({
    method: 'GET',
    path: '/v1/returns/terms',
    summary: 'What the shop keeps of what is returned, by reason and day since delivery.',
    access: 'public',
    input: z.object({}),
    output: z.object({ terms: z.array(ReturnTerm) }),
  }),
  orderReturns: operation({
    method: 'GET',
    path: '/v1/order/returns',
    summary:
      'What of an order can be returned today, with the fee as it looks now, and its returns.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(whose),
    output: OrderReturns,
    refusals: { order_not_found },
  }),
  askReturn: operation({
    method: 'POST',
    path: '/v1/order/returns',
    summary:
      'Ask for the return of units of one line of a delivered order. Goods with codes are returned one by one.',
    access: 'customer_or_secret',
    limits: limits.ask_return,
    input: z.object({
      ...whose,
      position: whole(0, 1_000, 'Hãy chọn sản phẩm.'),
      quantity: whole(1, 99).optional(),
      /** Needed if several devices of the line may come back. */
      unit_id: id.optional(),
      reason: z.enum(ReturnReason.options, 'Hãy chọn lý do.'),
      wish: z.enum(ReturnWish.options, 'Hãy chọn bạn muốn gì.'),
      words: line(500).optional(),
      ...solvedCaptcha,
    }),
    output: z.object({ code: z.string() }),
    refusals: {
      order_not_found,
      order_not_delivered: { status: 409, meaning: 'The order was not delivered.' },
      line_not_found: { status: 404, meaning: 'The order has no such line that can come back.' },
      unit_needed,
      unit_differs: {
        status: 422,
        meaning: 'The order did not get this unit, or it is in a return.',
      },
      returned_already,
      return_too_late,
      exchange_not_offered,
      too_many_returns: {
        status: 409,
        meaning: 'The order has too many requests that wait, or had too many.',
        data: z.object({ max: z.int() }),
      },
    },
  }),
  withdrawReturn: operation({
    method: 'POST',
    path: '/v1/order/returns/withdraw',
    summary:
      'Withdraw a request before the goods are at the shop. Its pictures are removed. A repeated call gets the same answer.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(one),
    output: z.object({}),
    refusals: { order_not_found, return_not_found, return_changed },
  }),
  addReturnPicture: operation({
    method: 'POST',
    path: '/v1/order/returns/pictures',
    summary:
      'Add a picture to a request that waits. A request over HTTP holds up to 1 MB; forms of the page hold more.',
    access: 'customer_or_secret',
    limits: limits.return_picture,
    input: z.object({
      ...one,
      /** The name of the file, to tell its sender which one was refused. */
      name: line(120),
      /** JPEG, PNG, WebP or AVIF in base64. */
      image: z.base64().min(4).max(13_400_000),
    }),
    output: z.object({ added: z.int() }),
    refusals: { order_not_found, return_not_found, return_changed, ...picture_refusals },
  }),
  returnPicture: operation({
    method: 'GET',
    path: '/v1/order/returns/picture',
    summary: 'A picture that the shopper sent with a request: WebP in base64.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ ...one, picture_id: id, size: z.enum(['large', 'small']) }),
    output: z.object({ hash: z.string(), image: z.string() }),
    refusals: {
      order_not_found,
      picture_not_found: { status: 404, meaning: 'The record has no such picture.' },
      files_unavailable: picture_refusals.files_unavailable,
    },
  }),
}
