import { z } from 'zod'
import { flag } from '#contracts/fields.ts'
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

/** The shop's keys with its payment providers. */
export const gateways = {
  gateways: operation({
    method: 'GET',
    path: '/gateways',
    summary: 'All ways to pay and how they are set up; secrets masked.',
    access: 'staff',
    permission: 'gateways.see',
    input: z.object({}),
    output: z.array(GatewaySetUp),
  }),
  setGateway: operation({
    method: 'POST',
    path: '/gateways/set',
    summary:
      'Set a gateway up. A secret left empty stays as it is; is_forgotten removes all settings.',
    access: 'staff',
    permission: 'gateways.change',
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
        meaning: 'The settings cannot be right: words for each field.',
        data: z.object({ problems: z.record(z.string(), z.string()) }),
      },
      only_for_tests: {
        status: 409,
        meaning: 'A live shop does not take keys that everybody knows.',
      },
    },
  }),
}
