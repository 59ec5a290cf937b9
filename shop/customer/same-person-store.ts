import { sql } from 'kysely'
import type { CustomerBlock } from '#contracts/staff/customers.ts'
import type { Database, Tx } from '#db/schema.ts'

/** A phone of a person about which staff have written. */
interface PhoneOfPerson {
  phone: string
  customer_profile_id: number
  block: CustomerBlock | null
  block_reason: string | null
}

/** All phones of the person of a phone, itself first. A phone about which nobody has written is not found. */
export async function findPhonesOfPerson(db: Database, phone: string): Promise<PhoneOfPerson[]> {
  const { rows } = await sql<PhoneOfPerson>`
    select phone, customer_profile_id, block, block_reason from customer_profile where phone = ${phone}
    union
    select phone, customer_profile_id, block, block_reason from customer_profile
    where person = (select person from customer_profile where phone = ${phone})
    order by customer_profile_id
  `.execute(db)
  return rows.toSorted((a, b) => Number(b.phone === phone) - Number(a.phone === phone))
}

/** A profile that takes part in a person. */
interface ProfileOfPerson {
  customer_profile_id: number
  /** Null: alone. */
  person: string | null
  /** Phones of the person, this one too. */
  phones: number
}

/** The person of a profile that is locked. */
export async function findPersonOf(tx: Tx, customer_profile_id: number): Promise<ProfileOfPerson> {
  const { rows } = await sql<ProfileOfPerson>`
    select own.customer_profile_id, own.person,
      greatest(1, (select count(*) from customer_profile other where other.person = own.person))::integer as phones
    from customer_profile own where own.customer_profile_id = ${customer_profile_id}
  `.execute(tx)
  const [found] = rows
  if (found === undefined) throw new Error(`no profile ${customer_profile_id}`)
  // Whoever is left by all others is alone.
  return found.phones > 1 ? found : { ...found, person: null }
}

/** Writes of which person a locked profile is, and why staff have added it; null: it is alone. */
export async function updatePerson(
  tx: Tx,
  customer_profile_id: number,
  said: { person: string; person_reason: string | null } | null,
): Promise<void> {
  await tx
    .updateTable('customer_profile')
    .set(said ?? { person: null, person_reason: null })
    .where('customer_profile_id', '=', customer_profile_id)
    .execute()
}

/** Takes a phone out of its person, before the phone is erased. */
export async function forgetPerson(tx: Tx, phone: string): Promise<void> {
  await tx
    .updateTable('customer_profile')
    .set({ person: null, person_reason: null })
    .where('phone', '=', phone)
    .where('person', 'is not', null)
    .execute()
}

/** The newest order of another phone of a person; null: there is none. */
export async function findOrderOfPerson(
  db: Database,
  person: string,
  except_profile_id: number,
): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select o.code from customer_profile profile join sales_order o on reverse(o.phone) = reverse(profile.phone)
    where profile.person = ${person}::uuid and profile.customer_profile_id <> ${except_profile_id}
    order by o.order_id desc limit 1
  `.execute(db)
  return rows[0]?.code ?? null
}
