import { z } from 'zod'
import { flag, id, line } from '#contracts/fields.ts'
import { RefundState } from '#contracts/storefront/payment.ts'
import { operation } from '#pure/contract.ts'

/** A gateway as staff set it up. */
export const GatewaySetUp = z.object({
  code: z.string(),
  title: z.string(),
  is_enabled: z.boolean(),
  /** stored: by staff · demo: what every demo shop has · none: not offered · the others: not usable. */
  state: z.enum(['stored', 'demo', 'none', 'unreadable', 'invalid', 'only_for_tests', 'needless']),
  /** Where the provider is to tell of payments. */
  notify_url: z.string().nullable(),
  can_refund: z.boolean(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      is_secret: z.boolean(),
      /** Of a secret its last four signs at most. */
      value: z.string(),
    }),
  ),
})
export type GatewaySetUp = z.infer<typeof GatewaySetUp>

export const RefundRow = z.object({
  refund_id: z.int(),
  order_code: z.string(),
  phone: z.string(),
  gateway: z.string(),
  reference: z.string().nullable(),
  amount: z.int(),
  reason: z.string(),
  state: RefundState,
  /** The gateway sends it; else staff pay out by hand. */
  is_automatic: z.boolean(),
  provider_reference: z.string().nullable(),
  note: z.string().nullable(),
  tries: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type RefundRow = z.infer<typeof RefundRow>

/** For staff's own pages: not among the served services, so it stands on no public address. */
export const paymentDesk = {
  gateways: operation({
    method: 'GET',
    path: '/gateways',
    summary: 'All ways to pay and how they are set up; secrets masked.',
    access: 'public',
    input: z.object({}),
    output: z.array(GatewaySetUp),
  }),
  setGateway: operation({
    method: 'POST',
    path: '/gateways/set',
    summary:
      'Set a gateway up. A secret left empty stays as it is; is_forgotten removes all settings.',
    access: 'public',
    input: z.object({
      code: z.string().regex(/^[a-z0-9_]{2,40}$/),
      is_enabled: flag.optional(),
      is_forgotten: flag.optional(),
      fields: z.record(z.string().max(60), z.string().max(2_000)),
    }),
    output: z.object({ is_enabled: z.boolean() }),
    refusals: {
      gateway_not_found: { status: 404, meaning: 'There is no such gateway.' },
      settings_invalid: {
        status: 422,
        meaning: 'The settings cannot be right. data: { problems: field → words }',
      },
      only_for_tests: {
        status: 409,
        meaning: 'A live shop does not take keys that everybody knows.',
      },
    },
  }),
  refunds: operation({
    method: 'GET',
    path: '/refunds',
    summary: 'Money that goes back: what is open first, then what was done last.',
    access: 'public',
    input: z.object({}),
    output: z.array(RefundRow),
  }),
  settleRefund: operation({
    method: 'POST',
    path: '/refunds/settle',
    summary:
      'done: the money is back, by hand or by the provider; again: the gateway is to send it anew, or to say what became of it.',
    access: 'public',
    input: z.object({
      refund_id: id,
      decision: z.enum(['done', 'again']),
      note: line(200).optional(),
    }),
    output: z.object({ state: RefundState }),
    refusals: {
      refund_not_found: { status: 404, meaning: 'No such refund is open.' },
    },
  }),
}
