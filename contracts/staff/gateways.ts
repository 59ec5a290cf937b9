import { z } from 'zod'
import { flag } from '#contracts/fields.ts'
import { passkey_answer } from '#contracts/staff/sign-in.ts'
import { operation } from '#pure/contract.ts'

/** A field of settings, as staff see it. */
const SettingField = z.object({
  name: z.string(),
  label: z.string(),
  is_secret: z.boolean(),
  /** Of a secret, at most its last four characters. */
  value: z.string(),
  /** The values that it may have; empty: any text. */
  choices: z.array(z.object({ value: z.string(), title: z.string() })),
})
export type SettingField = z.infer<typeof SettingField>
export const setting_fields = z.array(SettingField)

/** A second step that is sent with a change, if the last one is older than five minutes. */
export const sent_second_step = {
  /** A code of the authenticator app. */
  second_step: z.string().trim().max(20).optional(),
  /** Or what a passkey signed for it. */
  passkey: passkey_answer.optional(),
}

/** Input of every operation that changes settings with secrets. */
export const typed_settings = {
  code: z.string().regex(/^[a-z0-9_]{2,40}$/),
  is_enabled: flag.optional(),
  is_forgotten: flag.optional(),
  fields: z.record(z.string().max(60), z.string().max(2_000)),
  /** What was seen of the settings that it replaces; empty: there were none. */
  seen: z.string().max(64).default(''),
  ...sent_second_step,
}

/** Refusals of every change that a fresh second step guards. */
export const second_step_refusals = {
  second_step_needed: {
    status: 403,
    meaning: 'This changes where money, goods or data go: a new code of the second step is needed.',
  },
  wrong_code: { status: 403, meaning: 'Code or passkey is wrong, or was used before.' },
} as const

/** Refusals of every operation that changes settings with secrets. */
export const setting_refusals = {
  settings_invalid: {
    status: 422,
    meaning: 'The settings are not valid. `problems` has a message for each wrong field.',
    data: z.object({ problems: z.record(z.string(), z.string()) }),
  },
  ...second_step_refusals,
  settings_changed: { status: 409, meaning: 'Somebody has changed the settings meanwhile.' },
  only_for_tests: { status: 409, meaning: 'A live shop does not accept public test keys.' },
} as const

/** A payment gateway and its settings, as staff see them. */
export const GatewaySetUp = z.object({
  code: z.string(),
  title: z.string(),
  is_enabled: z.boolean(),
  /** stored: set by staff · demo: the settings of every demo shop · none: not offered · others: not usable. */
  state: z.enum(['stored', 'demo', 'none', 'unreadable', 'invalid', 'only_for_tests', 'needless']),
  /** The URL where the provider sends payment notifications. */
  notify_url: z.string().nullable(),
  can_refund: z.boolean(),
  fields: setting_fields,
  /** Another one after every change. */
  seen: z.string(),
})
export type GatewaySetUp = z.infer<typeof GatewaySetUp>

/** The shop's settings and keys for its payment providers. */
export const gateways = {
  gateways: operation({
    method: 'GET',
    path: '/gateways',
    summary: 'List all payment methods with their settings. Secrets are masked.',
    access: 'staff',
    permission: 'gateways.see',
    input: z.object({}),
    output: z.array(GatewaySetUp),
  }),
  setGateway: operation({
    method: 'POST',
    path: '/gateways/set',
    summary:
      'Change the settings of a gateway. An empty secret leaves the stored one unchanged; is_forgotten removes all settings.',
    access: 'staff',
    permission: 'gateways.change',
    input: z.object(typed_settings),
    output: z.object({ is_enabled: z.boolean() }),
    refusals: {
      gateway_not_found: { status: 404, meaning: 'There is no such gateway.' },
      ...setting_refusals,
    },
  }),
}
