import type { consent as contract, ConsentEntry } from '#contracts/storefront/consent.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { consent_purposes, consent_version } from '#pure/formats/consent.ts'
import type { Service } from '#pure/contract.ts'
import { findChoices, insertChoice, type StoredChoice } from '#shop/consent/consent-store.ts'

/** The log of consents (decision 201): who, for which purpose, by which text, where and when. */
export function consentService({ db, now }: { db: Database; now: Now }): Service<typeof contract> {
  return {
    chooseConsents: async ({ customer_id }, { granted, place }) => {
      await insertChoice(db, {
        ...{ customer_id, granted, place },
        purposes: consent_purposes,
        text_version: consent_version,
        chosen_at: now(),
      })
      return { granted }
    },
    ownConsents: async ({ customer_id }) => {
      return (await findChoices(db, customer_id)).map(choiceView)
    },
  }
}

/** A choice as its person sees it. */
export function choiceView({ chosen_at, withdrawn_at, ...choice }: StoredChoice): ConsentEntry {
  return {
    ...choice,
    chosen_at: chosen_at.toISOString(),
    withdrawn_at: withdrawn_at?.toISOString() ?? null,
  }
}
