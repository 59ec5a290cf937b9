import type { CustomerId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Where notifications of an order go. Both may belong to a person who never ordered anything. */
export interface RecipientContact {
  phone: string | null
  email: string | null
}

type Waiting = PromiseWithResolvers<RecipientContact>

const no_contact: RecipientContact = { phone: null, email: null }

/**
 * Returns a function that reads the phone number and e-mail address of a customer's open checkout, by which orders are
 * limited. Simultaneous calls share one query, because a flash sale brings thousands at once.
 */
export function openRecipientContacts(
  db: Database,
): (customer_id: CustomerId) => Promise<RecipientContact> {
  let waiting = new Map<number, Waiting>()
  const queryTogether = () => {
    const batch = waiting
    waiting = new Map()
    findContacts(db, [...batch.keys()]).then(
      (contacts) => {
        for (const [customer_id, { resolve }] of batch)
          resolve(contacts.get(customer_id) ?? no_contact)
      },
      (error: unknown) => {
        for (const { reject } of batch.values()) reject(error)
      },
    )
  }
  return (customer_id) => {
    const existing = waiting.get(customer_id)
    if (existing !== undefined) return existing.promise
    if (waiting.size === 0) setImmediate(queryTogether)
    const added: Waiting = Promise.withResolvers()
    waiting.set(customer_id, added)
    return added.promise
  }
}

async function findContacts(
  db: Database,
  customer_ids: number[],
): Promise<ReadonlyMap<number, RecipientContact>> {
  const { rows } = await sql<RecipientContact & { customer_id: CustomerId }>`
    select customer_id, recipient->>'phone' as phone, recipient->>'email' as email from quote
    where customer_id = any(${customer_ids}) and is_open`.execute(db)
  return new Map(rows.map(({ customer_id, ...contact }) => [customer_id, contact]))
}
