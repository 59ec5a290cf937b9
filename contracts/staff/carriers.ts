import { z } from 'zod'
import { setting_fields, setting_refusals, typed_settings } from '#contracts/staff/gateways.ts'
import { operation } from '#pure/contract.ts'

/** A carrier with an interface and its settings, as staff see them. */
export const CarrierSetUp = z.object({
  code: z.string(),
  title: z.string(),
  is_enabled: z.boolean(),
  /** stored: set by staff · demo: the settings of every demo shop · none: not offered · others: not usable. */
  state: z.enum(['stored', 'demo', 'none', 'unreadable', 'invalid', 'only_for_tests']),
  /** Where the carrier sends its events. */
  notify_url: z.string(),
  /** How the secret gets there. */
  webhook_hint: z.string(),
  /** The carrier is asked about parcels that it says nothing about. */
  is_asked: z.boolean(),
  fields: setting_fields,
  /** Another one after every change. */
  seen: z.string(),
})
export type CarrierSetUp = z.infer<typeof CarrierSetUp>

/** The shop's settings and keys for its carriers (decision 140). */
export const carriers = {
  carriers: operation({
    method: 'GET',
    path: '/carriers',
    summary: 'List all carriers with an interface and their settings. Secrets are masked.',
    access: 'staff',
    permission: 'gateways.see',
    input: z.object({}),
    output: z.array(CarrierSetUp),
  }),
  setCarrier: operation({
    method: 'POST',
    path: '/carriers/set',
    summary:
      'Change the settings of a carrier. An empty secret leaves the stored one unchanged; is_forgotten removes all settings.',
    access: 'staff',
    permission: 'gateways.change',
    input: z.object(typed_settings),
    output: z.object({ is_enabled: z.boolean() }),
    refusals: {
      carrier_not_found: { status: 404, meaning: 'There is no such carrier.' },
      ...setting_refusals,
    },
  }),
}
