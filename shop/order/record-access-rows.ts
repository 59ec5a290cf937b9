import { type RawBuilder, sql } from 'kysely'
import type { RecordAccess } from '#shop/order/record-access.ts'

/** The condition on a table, by its name in the statement: foreign records are as absent as those that do not exist. */
export function isAccessible(table: string, access: RecordAccess): RawBuilder<unknown> {
  const [code, secret, customer_id] = ['code', 'secret', 'customer_id'].map((column) =>
    sql.ref(`${table}.${column}`),
  )
  return 'secret' in access
    ? sql`${code} = ${access.code} and ${secret} = ${access.secret}`
    : sql`${code} = ${access.code} and ${customer_id} = ${access.customer_id}`
}
