import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { TalkSubject } from '#shop/talk/comment/comment-store.ts'

/** The name and the path of a page that is talked about; undefined: there is none any more. */
export async function findCommentSubject(
  db: Database,
  { subject_kind, subject_id }: TalkSubject,
): Promise<{ name: string; path: string } | undefined> {
  const { rows } = await sql<{ name: string; path: string }>`
    select coalesce(
        (select name from product where product_id = ${subject_id} and ${subject_kind} = 'product'
          and type = 'configurable' and is_active),
        (select title from post where post_id = ${subject_id} and ${subject_kind} = 'post'
          and is_active and published_at <= now()),
        (select name from repair_service where service_id = ${subject_id} and ${subject_kind} = 'repair_service')
      ) as name, '/' || slug.path as path
    from slug where slug.kind = ${subject_kind} and slug.entity_id = ${subject_id} and slug.is_current`.execute(
    db,
  )
  return rows[0]?.name === null ? undefined : rows[0]
}
