import { z } from 'zod'
import { limits } from '#contracts/limits.ts'
import { consent_places, consent_purposes, logged_purposes } from '#pure/formats/consent.ts'
import { operation } from '#pure/contract.ts'

const ConsentPurpose = z.enum(consent_purposes)

/** One choice about one purpose, as it is proven later. */
export const ConsentEntry = z.object({
  purpose: z.enum(logged_purposes),
  is_granted: z.boolean(),
  text_version: z.int(),
  place: z.enum(consent_places),
  chosen_at: z.iso.datetime(),
  /** When it was withdrawn; null: it counts, or it is a refusal. */
  withdrawn_at: z.iso.datetime().nullable(),
})
export type ConsentEntry = z.infer<typeof ConsentEntry>

/** What the caller agreed to, in the sequence of time. Served under /api/consent. */
export const consent = {
  chooseConsents: operation({
    method: 'POST',
    path: '/v1/consents',
    summary:
      'Record what the caller agrees to. A purpose that is not named is refused, and what was agreed to before is withdrawn.',
    access: 'customer',
    limits: limits.consent,
    input: z.object({
      granted: z.array(ConsentPurpose).max(10),
      place: z.enum(['banner', 'page']),
    }),
    output: z.object({ granted: z.array(ConsentPurpose) }),
  }),
  ownConsents: operation({
    method: 'GET',
    path: '/v1/consents',
    summary: 'What the caller agreed to or refused, newest first.',
    access: 'customer',
    input: z.object({}),
    output: z.array(ConsentEntry),
  }),
}
