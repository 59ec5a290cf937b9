import { type RawBuilder, sql } from 'kysely'
import type { TalkReason } from '#contracts/storefront/talk/talk-fields.ts'
import type { Database, Tx } from '#db/schema.ts'

/** What staff judge: a review, or a comment of a shopper. */
export interface Judged {
  kind: 'review' | 'comment'
  id: number
}

/** A judgement. `pass`: published unless hidden; `show`: published in any case. Both settle the reports. */
type Judgement =
  | { move: 'pass' | 'show'; at: Date }
  | { move: 'hide'; reason: TalkReason; at: Date }

/** The version of what staff read: of a review; of all texts of shoppers in the thread of a comment. */
export function versionOf({ kind, id }: { kind: Judged['kind']; id: RawBuilder<unknown> }) {
  return kind === 'review'
    ? sql<string>`(select read.version::text from review read where read.review_id = ${id})`
    : sql<string>`(select md5(string_agg(said.comment_id || ':' || said.version, ',' order by said.comment_id))
        from comment read join comment said
          on coalesce(said.parent_id, said.comment_id) = coalesce(read.parent_id, read.comment_id)
        where read.comment_id = ${id} and said.staff_name is null)`
}

/** Locks a text that staff have read. `changed`: it is another than the one they read. */
export async function lockRead(
  tx: Tx,
  { kind, id, version }: Judged & { version: string },
): Promise<'same' | 'changed' | 'missing'> {
  await (
    kind === 'review'
      ? sql`select from review where review_id = ${id} for update`
      : sql`select from comment where comment_id = ${id} for update`
  ).execute(tx)
  const { rows } = await sql<{ version: string | null }>`
    select ${versionOf({ kind, id: sql`${id}` })} as version`.execute(tx)
  const now = rows[0]?.version ?? null
  if (now === null) return 'missing'
  return now === version ? 'same' : 'changed'
}

/** Writes a judgement. False: there is no such text. */
export async function judge(tx: Tx, { kind, id }: Judged, judgement: Judgement): Promise<boolean> {
  const { move, at } = judgement
  const reason = judgement.move === 'hide' ? judgement.reason : null
  const { rows } =
    kind === 'review'
      ? await sql`
          update review set handled_at = ${at}, reports = 0,
            hidden_for = case when ${move} = 'hide' then ${reason} when ${move} = 'show' then null else hidden_for end,
            state = case when ${move} = 'hide' then 'hidden' when ${move} = 'show' then 'published'
              when state = 'hidden' then state else 'published' end
          where review_id = ${id} returning review_id`.execute(tx)
      : await sql`
          update comment set handled_at = ${at}, reports = 0,
            hidden_for = case when ${move} = 'hide' then ${reason} when ${move} = 'show' then null else hidden_for end,
            state = case when ${move} = 'hide' then 'hidden' when ${move} = 'show' then 'published'
              when state = 'hidden' then state else 'published' end
          where comment_id = ${id} and staff_name is null returning comment_id`.execute(tx)
  if (rows.length === 0) return false
  await tx
    .deleteFrom('talk_report')
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .execute()
  return true
}

export async function findSavedAnswers(
  db: Database,
): Promise<{ saved_answer_id: number; title: string; text: string }[]> {
  return db
    .selectFrom('saved_answer')
    .select(['saved_answer_id', 'title', 'text'])
    .orderBy('title')
    .orderBy('saved_answer_id')
    .limit(200)
    .execute()
}

/** Adds a saved answer, or changes one. False: there is no such one. */
export async function saveAnswer(
  tx: Tx,
  saved_answer_id: number | null,
  answer: { title: string; text: string },
): Promise<boolean> {
  if (saved_answer_id === null) {
    await tx.insertInto('saved_answer').values(answer).execute()
    return true
  }
  const { numUpdatedRows } = await tx
    .updateTable('saved_answer')
    .set(answer)
    .where('saved_answer_id', '=', saved_answer_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteAnswer(tx: Tx, saved_answer_id: number): Promise<void> {
  await tx.deleteFrom('saved_answer').where('saved_answer_id', '=', saved_answer_id).execute()
}
