import { z } from 'zod'
import { dong, id, line, provinceId, solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import {
  code_proof,
  code_refusals,
  email_field,
  no_sms,
  push_refusals,
  subscription_field,
} from '#contracts/storefront/notices/notice-fields.ts'
import { Start } from '#contracts/storefront/notices/starts.ts'
import { OtpSent, send_otp_refusals } from '#contracts/storefront/otp.ts'
import { operation } from '#pure/contract.ts'

/** Back in stock, or a lower price. */
const NoticeKind = z.enum(['stock', 'price'])
export type NoticeKind = z.infer<typeof NoticeKind>
const NoticeChannel = z.enum(['email', 'sms', 'push'])
export type NoticeChannel = z.infer<typeof NoticeChannel>
const NoticeState = z.enum(['unconfirmed', 'waiting', 'sent', 'stopped'])
export type NoticeState = z.infer<typeof NoticeState>

/** The item of a notice: one colour of a product. */
const Subject = z.object({
  item_id: z.int(),
  name: z.string(),
  color_name: z.string().nullable(),
  url_path: z.string(),
  thumbnail: z.string().nullable(),
  is_in_stock: z.boolean(),
  /** What the asker pays now in their province; null: no price is known. */
  price: dong.nullable(),
})
export type NoticeSubject = z.infer<typeof Subject>

const Offered = z.object({
  item: Subject,
  /** Whether this shop sends short messages. */
  has_sms: z.boolean(),
  /** The proven phone of a member, masked; null: a guest. */
  own_phone: z.string().nullable(),
  /** The public key of the shop for web push (VAPID), in base64url. */
  push_key: z.string(),
})
export type OfferedNotice = z.infer<typeof Offered>

const linked = {
  state: NoticeState,
  channel: NoticeChannel,
  /** "a•••@mail.example" or "09•• ••• 178"; empty for a browser. */
  recipient: z.string(),
}
const LinkedNotice = z.discriminatedUnion('kind', [
  z.object({ ...linked, kind: NoticeKind, item: Subject }),
  z.object({ ...linked, kind: z.literal('start'), start: Start }),
  /** The wish is gone. `stopped`: no other one of the address waits. */
  z.object({ ...linked, kind: z.literal('address') }),
])
export type LinkedNotice = z.infer<typeof LinkedNotice>

/** Of a mail also with its sealed address (decision 380). */
const secret = z.string().max(700)
/** Where the price counts; absent: nationwide. */
const province_id = provinceId.optional()
const wish = { kind: NoticeKind, item_id: id, province_id }
const notice_not_found = {
  status: 404,
  meaning: 'The link is wrong, or its notice is gone.',
} as const
const item_gone = { status: 404, meaning: 'There is no such item on sale.' } as const
const ask_refusals = {
  item_gone,
  item_in_stock: { status: 409, meaning: 'The item is in stock: it can be bought now.' },
  price_unknown: { status: 409, meaning: 'The item has no price that could fall.' },
} as const

/**
 * "Báo khi có hàng" and "Báo giảm giá": one message when an item is back or cheaper (decision 203). Served under
 * /api/notices. Operations with a secret take it in the query.
 */
export const notices = {
  offerNotice: operation({
    method: 'GET',
    path: '/v1/items',
    summary: 'The item that a notice would be about, and the ways to send it.',
    access: 'customer',
    input: z.object({ item_id: id, province_id }),
    output: Offered,
    refusals: { item_gone },
  }),
  askNotice: operation({
    method: 'POST',
    path: '/v1/notices',
    summary:
      'Ask for one mail when the item is back in stock or costs less than now. A mail asks to confirm, unless this customer has confirmed the address before. A repeated call changes nothing.',
    access: 'customer',
    limits: limits.ask_notice,
    input: z.object({
      ...wish,
      email: email_field,
      ...solvedCaptcha,
    }),
    output: z.object({ email: z.string(), is_confirmed: z.boolean() }),
    refusals: ask_refusals,
  }),
  sendNoticeCode: operation({
    method: 'POST',
    path: '/v1/codes',
    summary: 'Send a code to a phone that shall be told of items.',
    access: 'customer',
    limits: limits.send_otp,
    input: z.object({ phone: line(30, 'Vui lòng nhập số điện thoại.'), ...solvedCaptcha }),
    output: OtpSent,
    refusals: { ...send_otp_refusals, no_sms },
  }),
  askNoticeBySms: operation({
    method: 'POST',
    path: '/v1/notices/sms',
    summary:
      'Ask for one short message when the item is back in stock or costs less than now: to the phone that a code proves, or without a code to the phone of the member. A repeated call changes nothing.',
    access: 'customer',
    limits: [...limits.take_otp, ...limits.ask_notice_directly],
    input: z.object({ ...wish, ...code_proof }),
    output: z.object({ phone: z.string() }),
    refusals: { ...ask_refusals, ...code_refusals },
  }),
  askNoticeByPush: operation({
    method: 'POST',
    path: '/v1/notices/push',
    summary:
      'Ask for one web push when the item is back in stock or costs less than now. The permission that the browser was asked for is the proof. A repeated call changes nothing.',
    access: 'customer',
    limits: limits.ask_notice_directly,
    input: z.object({ ...wish, subscription: subscription_field }),
    output: z.object({}),
    refusals: { ...ask_refusals, ...push_refusals },
  }),
  linkedNotice: operation({
    method: 'GET',
    path: '/v1/notices/linked',
    summary: 'The notice of a link.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret }),
    output: LinkedNotice,
    refusals: { notice_not_found },
  }),
  confirmNotice: operation({
    method: 'POST',
    path: '/v1/notices/confirm',
    summary: 'Confirm a notice by the link of its first mail. A repeated call changes nothing.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret }),
    output: LinkedNotice,
    refusals: { notice_not_found },
  }),
  stopNotice: operation({
    method: 'POST',
    path: '/v1/notices/stop',
    summary:
      'Stop a notice, or with `all` every notice of its address. Mail programs call it too (RFC 8058).',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret, all: z.enum(['1']).optional() }),
    output: LinkedNotice,
    refusals: { notice_not_found },
  }),
}
