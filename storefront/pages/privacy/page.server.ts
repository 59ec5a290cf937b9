import type { ConsentEntry } from '#contracts/storefront/consent.ts'
import type { ConsentPurpose } from '#pure/formats/consent.ts'
import { consent_purposes, consent_version } from '#pure/formats/consent.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface PrivacyData {
  /** The latest choice about each purpose by the text of today; null: none yet. */
  choices: Record<ConsentPurpose, boolean | null>
  history: ConsentEntry[]
  is_saved: boolean
}

/** /quyen-rieng-tu: what a visitor agreed to, and the form to change it. */
export const page = personalPage<PrivacyData>({
  loader: async ({ services, caller, url }) => {
    const history = await services.consent.ownConsents(caller, {})
    const latest = (purpose: ConsentPurpose) =>
      history.find((entry) => entry.purpose === purpose && entry.text_version === consent_version)
        ?.is_granted ?? null
    const choices = Object.fromEntries(
      consent_purposes.map((purpose) => [purpose, latest(purpose)]),
    ) as PrivacyData['choices']
    return { choices, history, is_saved: url.searchParams.has('da-luu') }
  },
})
