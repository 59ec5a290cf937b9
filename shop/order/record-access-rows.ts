import { type RawBuilder, sql } from 'kysely'
import type { WhichRecord } from '#shop/order/which-record.ts'

/** The condition on a table, by its name in the statement: foreign records are as absent as those that do not exist. */
export function isMeant(table: string, which: WhichRecord): RawBuilder<unknown> {
  const [code, secret, customer_id] = ['code', 'secret', 'customer_id'].map((column) =>
    sql.ref(`${table}.${column}`),
  )
  return 'secret' in which
    ? sql`${code} = ${which.code} and ${secret} = ${which.secret}`
    : sql`${code} = ${which.code} and ${customer_id} = ${which.customer_id}`
}
