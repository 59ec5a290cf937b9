import { TypedLoanForm } from '#contracts/storefront/trade/application.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { findPersonBox, personBox } from '#shop/change-log/personal-store.ts'
import type { StoredApplication } from '#shop/trade/application/application-store.ts'

/**
 * Returns what seals forms with the key of the person with this phone. The id of the application is part of the label.
 */
export async function openSeal(tx: Tx, keys: PersonKeys, phone: string, now: Date) {
  const key = await personBox(tx, keys, keys.ofPhone(phone), now)
  if (key === null) throw new RangeError('the key of a person cannot be read')
  return {
    person_key_id: key.person_key_id,
    seal: (application_id: number, applicant: TypedLoanForm) =>
      key.box.seal(JSON.stringify(applicant), labelOf(application_id)),
  }
}

/** What was typed into an application. Null: it was erased. */
export async function openForm(
  db: Database,
  keys: PersonKeys,
  { application_id, person_key_id, sealed }: StoredApplication,
): Promise<TypedLoanForm | null> {
  if (sealed === null || person_key_id === null) return null
  const box = await findPersonBox(db, keys, person_key_id)
  const text = box?.open(sealed, labelOf(application_id)) ?? null
  return text === null ? null : TypedLoanForm.parse(JSON.parse(text))
}

function labelOf(application_id: number): string {
  return `loan application ${application_id}`
}
