import { sql } from 'kysely'
import type { Tables, Tx } from '#db/schema.ts'

/** Inserts rows in one statement. Omitted columns get their defaults; all rows must have the same keys. */
export async function insertRows(
  trx: Tx,
  table: keyof Tables,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.id(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(trx)
}

/** Sets the column's sequence to the highest id, after ids were inserted explicitly. */
export async function advanceSequence(trx: Tx, table: keyof Tables, column: string): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.id(column)}))
    from ${sql.table(table)}
  `.execute(trx)
}
