import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** What a shop asked a provider to take. */
export interface NewEntry {
  reference: string
  /** Đồng. */
  amount: number
  /** What the shop said, for what is echoed. */
  request: Readonly<Record<string, string>>
}

/** A payment in the books of a test provider. */
export interface Entry extends NewEntry {
  /** The provider's own number of it. */
  number: number
  state: 'open' | 'paid' | 'declined' | 'cancelled'
  amount_paid: number
  refunds: Readonly<Record<string, number>>
  created_at: Date
  settled_at: Date | null
}

/** Where the order is named: in what the shop calls the payment, or in what it says it is for. */
export function orderWords({ reference, request }: NewEntry): string {
  return `${reference} ${request['description'] ?? ''}`
}

/** The books of one test provider. */
export interface Book {
  /** Writes an order down once; asked again, what stands there. */
  open: (entry: NewEntry, now: Date) => Promise<Entry>
  find: (reference: string) => Promise<Entry | null>
  findByNumber: (number: number) => Promise<Entry | null>
  /** Ends an open payment; null when it had ended before. */
  settle: (
    reference: string,
    state: Exclude<Entry['state'], 'open'>,
    amount_paid: number,
    now: Date,
  ) => Promise<Entry | null>
  /** Notes money that goes back, once by its name; false when there is not so much left of it. */
  payBack: (reference: string, name: string, amount: number) => Promise<boolean>
}

const columns = sql`reference, amount, request, number, state, amount_paid, refunds, created_at,
  settled_at`

export function openBook(db: Database, family: string): Book {
  const one = (reference: string) => sql`family = ${family} and reference = ${reference}`
  const find = async (which: ReturnType<typeof sql>): Promise<Entry | null> => {
    const found = sql<Entry>`select ${columns} from test_provider_payment where ${which}`
    return (await found.execute(db)).rows[0] ?? null
  }
  return {
    open: async ({ reference, amount, request }, now) => {
      await sql`
        insert into test_provider_payment (family, reference, amount, request, created_at)
        values (${family}, ${reference}, ${amount}, ${JSON.stringify(request)}::jsonb, ${now})
        on conflict do nothing
      `.execute(db)
      const entry = await find(one(reference))
      if (entry === null) throw new ReferenceError(`${family} lost ${reference}`)
      return entry
    },
    find: (reference) => find(one(reference)),
    findByNumber: (number) => find(sql`family = ${family} and number = ${number}`),
    settle: async (reference, state, amount_paid, now) => {
      const { rows } = await sql<Entry>`
        update test_provider_payment
        set state = ${state}, amount_paid = ${amount_paid}, settled_at = ${now}
        where ${one(reference)} and state = 'open' returning ${columns}
      `.execute(db)
      return rows[0] ?? null
    },
    payBack: async (reference, name, amount) => {
      const { rows } = await sql`
        update test_provider_payment
        set refunds = jsonb_build_object(${name}::text, ${amount}::bigint) || refunds
        where ${one(reference)} and (refunds ? ${name} or amount_paid >= ${amount} + coalesce(
          (select sum(value::bigint) from jsonb_each_text(refunds)), 0))
        returning 1
      `.execute(db)
      return rows.length > 0
    },
  }
}
