import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Entry, NewEntry, SandboxLedger } from '#shop/payment/gateways/sandbox-provider.ts'

/** Returns the texts that may name the order: the reference and the description of the payment. */
export function orderText({ reference, request }: NewEntry): string {
  return `${reference} ${request['description'] ?? ''}`
}

const columns = sql`reference, amount, request, number, state, amount_paid, refunds, created_at,
  settled_at`

export function openSandboxLedger(db: Database, family: string): SandboxLedger {
  const byReference = (reference: string) => sql`family = ${family} and reference = ${reference}`
  const find = async (which: ReturnType<typeof sql>): Promise<Entry | null> => {
    const query = sql<Entry>`select ${columns} from sandbox_payment where ${which}`
    return (await query.execute(db)).rows[0] ?? null
  }
  return {
    open: async ({ reference, amount, request }, now) => {
      await sql`
        insert into sandbox_payment (family, reference, amount, request, created_at)
        values (${family}, ${reference}, ${amount}, ${JSON.stringify(request)}::jsonb, ${now})
        on conflict do nothing
      `.execute(db)
      const entry = await find(byReference(reference))
      if (entry === null) throw new ReferenceError(`${family} lost ${reference}`)
      return entry
    },
    find: (reference) => find(byReference(reference)),
    findByNumber: (number) => find(sql`family = ${family} and number = ${number}`),
    settle: async (reference, state, amount_paid, now) => {
      const { rows } = await sql<Entry>`
        update sandbox_payment
        set state = ${state}, amount_paid = ${amount_paid}, settled_at = ${now}
        where ${byReference(reference)} and state = 'open' returning ${columns}
      `.execute(db)
      return rows[0] ?? null
    },
    refundPayment: async (reference, name, amount) => {
      const { rows } = await sql`
        update sandbox_payment
        set refunds = jsonb_build_object(${name}::text, ${amount}::bigint) || refunds
        where ${byReference(reference)} and (refunds ? ${name} or amount_paid >= ${amount} + coalesce(
          (select sum(value::bigint) from jsonb_each_text(refunds)), 0))
        returning 1
      `.execute(db)
      return rows.length > 0
    },
  }
}
