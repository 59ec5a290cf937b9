import type { Insertable } from 'kysely'
import type { Tables, Tx } from '#db/schema.ts'

type NewExport = Omit<Insertable<Tables['list_export']>, 'state' | 'row_count' | 'ended_at'>

/** Writes down that somebody takes out a list. */
export async function insertExport(tx: Tx, row: NewExport): Promise<number> {
  const { list_export_id } = await tx
    .insertInto('list_export')
    .values({ ...row, state: 'running', row_count: 0, ended_at: null })
    .returning('list_export_id')
    .executeTakeFirstOrThrow()
  return list_export_id
}

interface Ending {
  state: 'done' | 'cut' | 'stopped'
  row_count: number
  ended_at: Date
}

export async function endExport(tx: Tx, list_export_id: number, ending: Ending): Promise<void> {
  await tx
    .updateTable('list_export')
    .set(ending)
    .where('list_export_id', '=', list_export_id)
    .execute()
}
