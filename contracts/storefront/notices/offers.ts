import { z } from 'zod'
import { flag } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'

const OfferChannel = z.enum(['email', 'push', 'zalo'])

const OwnOffers = z.object({
  is_member: z.boolean(),
  /** The proven e-mail of the member, masked; null: there is none. */
  email: z.string().nullable(),
  /** The phone of the member, masked; null: a guest. */
  phone: z.string().nullable(),
  by_email: z.boolean(),
  by_zalo: z.boolean(),
  /** Whether a browser of the caller gets offers. */
  by_push: z.boolean(),
  /** The public key of the shop for web push (VAPID), in base64url. */
  push_key: z.string(),
})
export type OwnOffers = z.infer<typeof OwnOffers>

/** Of a mail also with its sealed address (decision 380). */
const secret = z.string().max(700)
const offer_not_found = { status: 404, meaning: 'The link is wrong, or very old.' } as const
const LinkedOffer = z.object({
  channel: OfferChannel,
  /** Masked; empty for a browser. */
  recipient: z.string(),
  is_stopped: z.boolean(),
})
export type LinkedOffer = z.infer<typeof LinkedOffer>

/** Who agrees to messages of offers, by which channel (decision 281). Served under /api/offers. */
export const offers = {
  ownOffers: operation({
    method: 'GET',
    path: '/v1/offers',
    summary: 'By which channels the caller gets offers.',
    access: 'customer',
    input: z.object({}),
    output: OwnOffers,
  }),
  chooseOffers: operation({
    method: 'POST',
    path: '/v1/offers',
    summary: 'Agree to offers at the own address or phone, or refuse them.',
    access: 'customer',
    limits: limits.consent,
    input: z.object({ by_email: flag.default(false), by_zalo: flag.default(false) }),
    output: OwnOffers,
    refusals: {
      offers_need_member: {
        status: 403,
        meaning: 'Only a member has an address and a phone that are proven.',
      },
    },
  }),
  takeOffersByPush: operation({
    method: 'POST',
    path: '/v1/offers/push',
    summary: 'Agree to offers in this browser. A repeated call changes nothing.',
    access: 'customer',
    limits: limits.ask_notice_directly,
    input: z.object({
      subscription: z.object({
        endpoint: z.string().max(2_000),
        keys: z.object({ p256dh: z.string().max(100), auth: z.string().max(100) }),
      }),
    }),
    output: z.object({}),
    refusals: {
      push_not_possible: {
        status: 422,
        meaning: 'The endpoint is of no known push service, or its keys are no keys.',
      },
    },
  }),
  stopPushOffers: operation({
    method: 'POST',
    path: '/v1/offers/push/stop',
    summary: 'Refuse offers in all browsers of the caller.',
    access: 'customer',
    limits: limits.consent,
    input: z.object({}),
    output: z.object({}),
  }),
  linkedOffer: operation({
    method: 'GET',
    path: '/v1/offers/linked',
    summary: 'The channel and the recipient of the message with this secret.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret }),
    output: LinkedOffer,
    refusals: { offer_not_found },
  }),
  stopOffers: operation({
    method: 'POST',
    path: '/v1/offers/stop',
    summary: 'Stop offers to the recipient of the message with this secret (RFC 8058).',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret }),
    output: LinkedOffer,
    refusals: { offer_not_found },
  }),
}
