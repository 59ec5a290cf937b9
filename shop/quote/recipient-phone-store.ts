import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

type Waiting = PromiseWithResolvers<string | null>

/**
 * Whose phone an order out of a customer's open checkout would have: orders are counted by it. All that
 * ask in the same moment are answered by one query, for a flash sale brings thousands at once.
 */
export function openRecipientPhones(db: Database): (customer_id: number) => Promise<string | null> {
  let waiting = new Map<number, Waiting>()
  const askTogether = () => {
    const asked = waiting
    waiting = new Map()
    findPhones(db, [...asked.keys()]).then(
      (phones) => {
        for (const [customer_id, { resolve }] of asked) resolve(phones.get(customer_id) ?? null)
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

async function findPhones(
  db: Database,
  customer_ids: number[],
): Promise<ReadonlyMap<number, string | null>> {
  const { rows } = await sql<{ customer_id: number; phone: string | null }>`
    select customer_id, recipient->>'phone' as phone from quote
    where customer_id = any(${customer_ids}) and is_open`.execute(db)
  return new Map(rows.map(({ customer_id, phone }) => [customer_id, phone]))
}
