import { sql } from 'kysely'
import type { ConsentEntry } from '#contracts/storefront/consent.ts'
import type { Database, Tx } from '#db/schema.ts'
import { type LoggedPurpose, mail_consent_version } from '#pure/formats/consent.ts'
import type { CustomerId } from '#pure/ids.ts'

/** One choice of a visitor, at one moment. */
export interface Choice {
  customer_id: CustomerId
  granted: readonly LoggedPurpose[]
  purposes: readonly LoggedPurpose[]
  text_version: number
  place: ConsentEntry['place']
  chosen_at: Date
}

/** Adds one row for each purpose: granted or refused. */
export async function insertChoice(
  db: Database | Tx,
  { purposes, granted, ...choice }: Choice,
): Promise<void> {
  const rows = purposes.map((purpose) => ({
    ...choice,
    purpose,
    is_granted: granted.includes(purpose),
  }))
  await db.insertInto('consent').values(rows).execute()
}

/**
 * Logs whether a customer agrees to offers by mail, where that changes: an unticked box is a withdrawal only for
 * whoever has agreed before. The tick itself stands in the order, the checkout or the booking.
 */
export async function insertMailChoice(
  tx: Tx,
  choice: Pick<Choice, 'customer_id' | 'place' | 'chosen_at'> & { is_granted: boolean },
): Promise<void> {
  const { customer_id, place, chosen_at, is_granted } = choice
  await sql`
    insert into consent (customer_id, purpose, is_granted, text_version, place, chosen_at)
    select ${customer_id}, 'mail', ${is_granted}, ${mail_consent_version}, ${place}, ${chosen_at}
    where ${is_granted} is distinct from coalesce((select is_granted from consent
      where customer_id = ${customer_id} and purpose = 'mail' order by consent_id desc limit 1), false)
  `.execute(tx)
}

export type StoredChoice = Omit<ConsentEntry, 'chosen_at' | 'withdrawn_at'> & {
  chosen_at: Date
  withdrawn_at: Date | null
}

/** The choices of a customer, newest first. What was granted ends with the next refusal of its purpose. */
export async function findChoices(db: Database, customer_id: CustomerId): Promise<StoredChoice[]> {
  const { rows } = await sql<StoredChoice>`
    select purpose, is_granted, text_version, place, chosen_at,
      case when is_granted then (select min(later.chosen_at) from consent later
        where later.customer_id = consent.customer_id and later.purpose = consent.purpose
          and later.consent_id > consent.consent_id and not later.is_granted) end as withdrawn_at
    from consent where customer_id = ${customer_id} order by consent_id desc limit 100
  `.execute(db)
  return rows
}

/**
 * Adds the newest choices of one customer to those of another, who has chosen nothing later for that purpose. The time
 * stays that of the choice; the rows of the first one stay as the proof.
 */
export async function copyChoices(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await sql`
    insert into consent (customer_id, purpose, is_granted, text_version, place, chosen_at)
    select distinct on (purpose) ${into}::bigint, purpose, is_granted, text_version, place, chosen_at
    from consent chosen where customer_id = ${from} and not exists (
      select from consent own where own.customer_id = ${into} and own.purpose = chosen.purpose
        and own.chosen_at >= chosen.chosen_at)
    order by purpose, consent_id desc
  `.execute(tx)
}

/** Deletes choices that were made before `before`. Returns how many. */
export async function deleteOldChoices(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from consent where consent_id in (select consent_id from consent where chosen_at < ${before}
      order by chosen_at limit ${batch} for update skip locked) returning 1
  `.execute(db)
  return rows.length
}
