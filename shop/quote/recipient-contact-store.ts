import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Who is notified of an order: both may belong to somebody who never asked for it. */
export interface RecipientContact {
  phone: string | null
  email: string | null
}

type Waiting = PromiseWithResolvers<RecipientContact>

const nobody: RecipientContact = { phone: null, email: null }

/**
 * Whose phone and e-mail address an order out of a customer's open checkout would have: orders are
 * counted by them. All that ask in the same moment are answered by one query, for a flash sale brings
 * thousands at once.
 */
export function openRecipientContacts(
  db: Database,
): (customer_id: number) => Promise<RecipientContact> {
  let waiting = new Map<number, Waiting>()
  const askTogether = () => {
    const asked = waiting
    waiting = new Map()
    findContacts(db, [...asked.keys()]).then(
      (contacts) => {
        for (const [customer_id, { resolve }] of asked) resolve(contacts.get(customer_id) ?? nobody)
      },
      (error: unknown) => {
        for (const { reject } of asked.values()) reject(error)
      },
    )
  }
  return (customer_id) => {
    const before = waiting.get(customer_id)
    if (before !== undefined) return before.promise
    if (waiting.size === 0) setImmediate(askTogether)
    const mine: Waiting = Promise.withResolvers()
    waiting.set(customer_id, mine)
    return mine.promise
  }
}

async function findContacts(
  db: Database,
  customer_ids: number[],
): Promise<ReadonlyMap<number, RecipientContact>> {
  const { rows } = await sql<RecipientContact & { customer_id: number }>`
    select customer_id, recipient->>'phone' as phone, recipient->>'email' as email from quote
    where customer_id = any(${customer_ids}) and is_open`.execute(db)
  return new Map(rows.map(({ customer_id, ...contact }) => [customer_id, contact]))
}
