import { sql } from 'kysely'
import type { PaperKind } from '#contracts/storefront/trade/application.ts'
import type { Database, Tx } from '#db/schema.ts'

interface StoredPaper {
  application_id: number
  kind: PaperKind
  name: string
}

/** Notes that a picture is about to be stored. Without a key it is garbage that a job removes. */
export async function insertPaper(
  db: Database,
  paper: StoredPaper,
  created_at: Date,
): Promise<void> {
  await db
    .insertInto('application_file')
    .values({ ...paper, sealed_key: null, created_at })
    .execute()
}

/** Puts a stored picture into use, in the place of an earlier one of its kind. */
export async function updatePaper(
  tx: Tx,
  { application_id, kind, name }: StoredPaper,
  sealed_key: Buffer,
): Promise<void> {
  const of_application = tx
    .updateTable('application_file')
    .where('application_id', '=', application_id)
  await of_application.set({ sealed_key: null }).where('kind', '=', kind).execute()
  await of_application.set({ sealed_key }).where('name', '=', name).execute()
}

/** Takes pictures out of use: the company wants others of these kinds. A job removes them. */
export async function dropPapers(
  tx: Tx,
  application_id: number,
  kinds: readonly PaperKind[],
): Promise<void> {
  if (kinds.length === 0) return
  await tx
    .updateTable('application_file')
    .set({ sealed_key: null })
    .where('application_id', '=', application_id)
    .where('kind', 'in', kinds)
    .execute()
}

/** Takes every picture out of use that is of another kind: the company does not ask for it any more. */
export async function keepPapers(
  tx: Tx,
  application_id: number,
  kinds: readonly PaperKind[],
): Promise<void> {
  await sql`
    update application_file set sealed_key = null
    where application_id = ${application_id} and sealed_key is not null and kind <> all(${[...kinds]}::text[])`.execute(
    tx,
  )
}

/** The kinds of pictures that are here, by application. */
export async function findPapers(
  db: Database,
  application_ids: readonly number[],
): Promise<Map<number, PaperKind[]>> {
  const rows = await db
    .selectFrom('application_file')
    .select(['application_id', 'kind'])
    .where('application_id', 'in', [0, ...application_ids])
    .where('sealed_key', 'is not', null)
    .orderBy('kind')
    .execute()
  const of_each = Map.groupBy(rows, ({ application_id }) => application_id ?? 0)
  return new Map([...of_each].map(([id, papers]) => [id, papers.map(({ kind }) => kind)]))
}

export async function findPaper(
  db: Database,
  application_id: number,
  kind: PaperKind,
): Promise<{ name: string; sealed_key: Buffer } | null> {
  const row = await db
    .selectFrom('application_file')
    .select(['name', 'sealed_key'])
    .where('application_id', '=', application_id)
    .where('kind', '=', kind)
    .where('sealed_key', 'is not', null)
    .executeTakeFirst()
  return row?.sealed_key == null ? null : { name: row.name, sealed_key: row.sealed_key }
}

/** Pictures without a key that were added before `before`: their bytes are to be removed. */
export async function findErasedPapers(
  db: Database,
  before: Date,
  limit: number,
): Promise<{ application_file_id: number; name: string }[]> {
  return db
    .selectFrom('application_file')
    .select(['application_file_id', 'name'])
    .where('sealed_key', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

/** Deletes the row of a picture whose bytes are removed. */
export async function deletePaper(db: Database, application_file_id: number): Promise<void> {
  await db
    .deleteFrom('application_file')
    .where('application_file_id', '=', application_file_id)
    .execute()
}
