import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { refuseWhere } from '#shop/flows/import/upsert.ts'

/** What is prepared for a text, as a file holds it: a category by its name, and the time when it is published. */
export function draftOf(kind: 'bai' | 'trang', id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select edit.draft - 'post_category_id' || jsonb_build_object('publish_at', to_char(
        edit.publish_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'category', (select name from post_category
        where post_category_id = (edit.draft->>'post_category_id')::bigint))
    from content_edit edit where edit.code = ${kind} || '-' || ${id})`
}

const tables = {
  post: { prefix: 'bai', id: sql.ref('post_id') },
  static_page: { prefix: 'trang', id: sql.ref('static_page_id') },
} as const

/**
 * Writes the drafts of a file. A draft that it does not name stays. Forms that staff have open are then of an older
 * version.
 */
export async function writeDrafts(
  trx: Tx,
  record: keyof typeof tables,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const { prefix, id } = tables[record]
  await sql`
    with given as (
      select import_id, ${prefix} || '-' || ${id} as code,
        (row->'draft') - 'category' - 'publish_at' || jsonb_build_object('post_category_id', (
          select post_category_id from post_category where name = row#>>'{draft,category}')) as draft,
        (row#>>'{draft,publish_at}')::timestamptz as publish_at
      from import_row join ${sql.table(record)} on code = key
      where record = ${record} and reason is null and jsonb_typeof(row->'draft') = 'object'
    ), put as (
      insert into content_edit as known (code, draft, publish_at, changed_at, changed_by)
      select code, draft, publish_at, ${at}, ${by} from given
      on conflict (code) do update set draft = excluded.draft, publish_at = excluded.publish_at,
        changed_at = excluded.changed_at, changed_by = excluded.changed_by, version = known.version + 1
      where (known.draft, known.publish_at) is distinct from (excluded.draft, excluded.publish_at)
      returning code
    )
    update import_row set outcome = 'changed' from given
    where import_row.import_id = given.import_id and outcome = 'unchanged' and given.code in (select code from put)
  `.execute(trx)
}

/** Refuses drafts whose category or author is in neither file nor shop. */
export async function refuseDraftsOfNobody(trx: Tx): Promise<void> {
  await refuseWhere(
    trx,
    'post',
    sql`row#>>'{draft,category}' is not null
      and not exists (select from post_category where name = row#>>'{draft,category}')
      or row#>>'{draft,author_id}' is not null
      and not exists (select from author where author_id::text = row#>>'{draft,author_id}')`,
    sql`'the category or the author of its draft is not known'`,
  )
}
