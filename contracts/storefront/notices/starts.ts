import { z } from 'zod'
import { id, solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import {
  code_proof,
  code_refusals,
  email_field,
  push_refusals,
  subscription_field,
} from '#contracts/storefront/notices/notice-fields.ts'
import { operation } from '#pure/contract.ts'

/** What begins: a campaign on its landing page, a flash sale, or the sale of an item. */
const StartOf = z.enum(['landing_page', 'flash_sale', 'item'])
export type StartOf = z.infer<typeof StartOf>

/** Something that has not begun, or has begun since. */
export const Start = z.object({
  of: StartOf,
  id: z.int(),
  name: z.string(),
  /** Where it happens: a path with its first slash. */
  href: z.string(),
  starts_at: z.iso.datetime(),
})
export type Start = z.infer<typeof Start>

const wish = { of: StartOf, id }
const ask_refusals = {
  start_not_known: {
    status: 404,
    meaning: 'There is no such start ahead: it has begun, or was called off.',
  },
} as const

/** "Nhắc tôi": one message when something begins (decision 309). Served under /api/starts. */
export const starts = {
  comingStarts: operation({
    method: 'GET',
    path: '/v1/starts/coming',
    summary: 'What begins next and is known already, soonest first: a few of each kind.',
    access: 'public',
    input: z.object({}),
    output: z.array(Start),
  }),
  offerStart: operation({
    method: 'GET',
    path: '/v1/starts',
    summary: 'What begins and when, and the ways to hear of it.',
    access: 'customer',
    input: z.object(wish),
    output: z.object({
      start: Start,
      /** Whether this shop sends short messages. */
      has_sms: z.boolean(),
      /** The proven phone of a member, masked; null: a guest. */
      own_phone: z.string().nullable(),
      /** The public key of the shop for web push (VAPID), in base64url. */
      push_key: z.string(),
    }),
    refusals: ask_refusals,
  }),
  askStart: operation({
    method: 'POST',
    path: '/v1/starts',
    summary:
      'Ask for one mail when it begins. A mail asks to confirm, unless this customer has confirmed the address before. A repeated call changes nothing.',
    access: 'customer',
    limits: limits.ask_notice,
    input: z.object({ ...wish, email: email_field, ...solvedCaptcha }),
    output: z.object({ email: z.string(), is_confirmed: z.boolean() }),
    refusals: ask_refusals,
  }),
  askStartBySms: operation({
    method: 'POST',
    path: '/v1/starts/sms',
    summary:
      'Ask for one short message when it begins: to the phone that a code of notices.sendNoticeCode proves, or without a code to the phone of the member. A repeated call changes nothing.',
    access: 'customer',
    limits: [...limits.take_otp, ...limits.ask_notice_directly],
    input: z.object({ ...wish, ...code_proof }),
    output: z.object({ phone: z.string() }),
    refusals: { ...ask_refusals, ...code_refusals },
  }),
  askStartByPush: operation({
    method: 'POST',
    path: '/v1/starts/push',
    summary:
      'Ask for one web push when it begins. The permission that the browser was asked for is the proof. A repeated call changes nothing.',
    access: 'customer',
    limits: limits.ask_notice_directly,
    input: z.object({ ...wish, subscription: subscription_field }),
    output: z.object({}),
    refusals: { ...ask_refusals, ...push_refusals },
  }),
}
