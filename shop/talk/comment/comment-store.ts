import { sql } from 'kysely'
import type { TalkSubjectKind } from '#contracts/storefront/talk/comments.ts'
import type { TalkReason, TalkRule, TalkState } from '#contracts/storefront/talk/talk-fields.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

export interface TalkSubject {
  subject_kind: TalkSubjectKind
  subject_id: number
}

/** A published comment as it is stored. Times in ms since 1970. */
export interface StoredComment {
  comment_id: number
  name: string
  is_staff: boolean
  text: string
  created_at: number
  is_edited: boolean
}

interface StoredThread extends StoredComment {
  replies: StoredComment[]
  due_at: number | null
  /** How many published questions the page has. */
  total: number
}

/** The published questions about a page, newest first, each with its published replies. */
export async function listThreads(
  db: Database,
  { subject_kind, subject_id }: TalkSubject,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredThread[]> {
  const { rows } = await sql<StoredThread>`
    select question.comment_id, question.name, question.staff_name is not null as is_staff, question.text,
      extract(epoch from question.created_at)::float8 * 1000 as created_at,
      question.edited_at is not null as is_edited,
      case when question.answered_at is null then extract(epoch from question.due_at)::float8 * 1000 end as due_at,
      coalesce((select json_agg(json_build_object('comment_id', comment_id, 'name', name,
          'is_staff', staff_name is not null, 'text', text,
          'created_at', extract(epoch from created_at)::float8 * 1000, 'is_edited', edited_at is not null)
          order by created_at, comment_id)
        from comment reply where reply.parent_id = question.comment_id and reply.state = 'published'), '[]')
        as replies,
      (select count(*) from comment asked where asked.subject_kind = ${subject_kind}
        and asked.subject_id = ${subject_id} and asked.state = 'published' and asked.parent_id is null) as total
    from comment question
    where question.subject_kind = ${subject_kind} and question.subject_id = ${subject_id}
      and question.state = 'published' and question.parent_id is null
    order by question.created_at desc, question.comment_id desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

export async function countThreads(db: Database, subject: TalkSubject): Promise<number> {
  const { total } = await db
    .selectFrom('comment')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('subject_kind', '=', subject.subject_kind)
    .where('subject_id', '=', subject.subject_id)
    .where('state', '=', 'published')
    .where('parent_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The median of the minutes until the first answer of questions since an instant, and how many were answered. */
export async function findAnswerTime(
  db: Database,
  since: Date,
): Promise<{ median_minutes: number | null; answered: number }> {
  const { rows } = await sql<{ median_minutes: number | null; answered: number }>`
    select count(*)::integer as answered,
      (percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at)) / 60)::float8
        as median_minutes
    from comment where answered_at is not null and parent_id is null and created_at >= ${since}`.execute(
    db,
  )
  return rows[0] ?? { median_minutes: null, answered: 0 }
}

/** A published question of a page that somebody replies to. Null: there is none. */
export async function findQuestion(
  db: Database,
  { subject_kind, subject_id }: TalkSubject,
  comment_id: number,
): Promise<StoredComment | null> {
  const { rows } = await sql<StoredComment>`
    select comment_id, name, staff_name is not null as is_staff, text,
      extract(epoch from created_at)::float8 * 1000 as created_at, edited_at is not null as is_edited
    from comment
    where comment_id = ${comment_id} and subject_kind = ${subject_kind} and subject_id = ${subject_id}
      and state = 'published' and parent_id is null`.execute(db)
  return rows[0] ?? null
}

interface NewComment extends TalkSubject {
  parent_id: number | null
  customer_id: CustomerId | null
  secret: string
  name: string
  phone: string | null
  text: string
  held_for: TalkRule | null
  due_at: Date
  created_at: Date
}

/**
 * The same comment by the same person since an instant: the form was sent twice. Null: there is none, and until the
 * transaction ends nobody else writes one of this person.
 */
export async function lockTwin(
  tx: Tx,
  {
    customer_id,
    parent_id,
    text,
    ...at
  }: Omit<NewComment, 'secret' | 'due_at' | 'created_at'> & { since: Date },
): Promise<{ secret: string; state: TalkState } | null> {
  if (customer_id === null) return null
  await sql`select pg_advisory_xact_lock(hashtextextended('comment:' || ${customer_id}::text, 0))`.execute(
    tx,
  )
  const row = await tx
    .selectFrom('comment')
    .select(['secret', 'state'])
    .where('customer_id', '=', customer_id)
    .where('subject_kind', '=', at.subject_kind)
    .where('subject_id', '=', at.subject_id)
    .where('parent_id', 'is not distinct from', parent_id)
    .where('text', '=', text)
    .where('created_at', '>', at.since)
    .executeTakeFirst()
  return row ?? null
}

export async function insertComment(db: Database, comment: NewComment): Promise<void> {
  const state = comment.held_for === null ? 'published' : 'held'
  await db
    .insertInto('comment')
    .values({ ...comment, state })
    .execute()
}

/** What a person wrote lately, for the rule against repeated texts. */
export async function findCommentsOf(
  db: Database,
  { customer_id, phone }: { customer_id: number | null; phone: string | null },
  since: Date,
): Promise<{ text: string }[]> {
  return db
    .selectFrom('comment')
    .select('text')
    .where((eb) =>
      eb.or([
        ...(customer_id === null ? [] : [eb('customer_id', '=', customer_id)]),
        ...(phone === null ? [] : [eb('phone', '=', phone)]),
      ]),
    )
    .where('created_at', '>', since)
    .limit(50)
    .execute()
}

/** A comment for whoever wrote it. */
export interface FoundComment extends TalkSubject {
  comment_id: number
  name: string
  text: string
  state: TalkState
  hidden_for: TalkReason | null
  is_answered: boolean
  due_at: Date | null
  replies: StoredComment[]
}

export async function findCommentBySecret(
  db: Database,
  secret: string,
): Promise<FoundComment | undefined> {
  const { rows } = await sql<FoundComment>`
    select comment_id, subject_kind, subject_id, name, text, state, hidden_for, answered_at is not null as is_answered,
      due_at,
      coalesce((select json_agg(json_build_object('comment_id', comment_id, 'name', name,
          'is_staff', staff_name is not null, 'text', text,
          'created_at', extract(epoch from created_at)::float8 * 1000, 'is_edited', edited_at is not null)
          order by created_at, comment_id)
        from comment reply where reply.parent_id = comment.comment_id and reply.state = 'published'), '[]')
        as replies
    from comment where secret = ${secret} and staff_name is null`.execute(db)
  return rows[0]
}

/** Changes a comment. Staff look at it again; what they have hidden stays hidden. */
export async function updateComment(
  db: Database,
  comment_id: number,
  { text, held_for, at }: { text: string; held_for: TalkRule | null; at: Date },
): Promise<void> {
  await sql`
    update comment set text = ${text}, held_for = ${held_for}, edited_at = ${at}, handled_at = null,
      state = case when state = 'hidden' then state when ${held_for}::text is null then 'published' else 'held' end
    where comment_id = ${comment_id}`.execute(db)
}

/** Erases a comment, with what stands under it. */
export async function deleteComment(tx: Tx, secret: string): Promise<void> {
  const gone = await tx
    .deleteFrom('comment')
    .where('secret', '=', secret)
    .where('staff_name', 'is', null)
    .returning('comment_id')
    .executeTakeFirst()
  if (gone === undefined) return
  await tx
    .deleteFrom('talk_report')
    .where('subject_kind', '=', 'comment')
    .where('subject_id', '=', gone.comment_id)
    .execute()
}

/** Stores a report of a person once. False: there is no such published comment. */
export async function insertCommentReport(
  db: Database,
  report: { comment_id: number; customer_id: CustomerId; reason: TalkReason; created_at: Date },
): Promise<boolean> {
  const { comment_id, customer_id, reason, created_at } = report
  const { rows } = await sql<{ is_known: boolean }>`
    with told as (
      insert into talk_report (subject_kind, subject_id, customer_id, reason, created_at)
      select 'comment', comment_id, ${customer_id}::bigint, ${reason}, ${created_at} from comment
      where comment_id = ${comment_id} and state = 'published' and staff_name is null
      on conflict do nothing returning subject_id
    ), counted as (
      update comment set reports = reports + 1 where comment_id in (select subject_id from told)
    )
    select exists (select from comment where comment_id = ${comment_id} and state = 'published') as is_known
  `.execute(db)
  return rows[0]?.is_known === true
}

/** What the shop is called beside its badge. */
const shop_voice = 'Quản trị viên'

interface ShopAnswer {
  text: string
  staff_name: string
  secret: string
  at: Date
}

/**
 * Answers under the question of a comment's thread. The clocks of the question and of everything that shoppers wrote
 * under it stop. False: there is no such comment.
 */
export async function answerThread(
  tx: Tx,
  comment_id: number,
  { text, staff_name, secret, at }: ShopAnswer,
): Promise<boolean> {
  const { rows } = await sql<{ root: number }>`
    insert into comment (subject_kind, subject_id, parent_id, secret, name, staff_name, text, state, created_at)
    select subject_kind, subject_id, coalesce(parent_id, comment_id), ${secret}, ${shop_voice}, ${staff_name}, ${text},
      'published', ${at}
    from comment where comment_id = ${comment_id} and staff_name is null
    returning parent_id as root`.execute(tx)
  const [row] = rows
  if (row === undefined) return false
  await sql`
    update comment set answered_at = coalesce(answered_at, ${at}), handled_at = ${at}
    where (comment_id = ${row.root} or parent_id = ${row.root}) and staff_name is null and state = 'published'
      and (answered_at is null or handled_at is null)`.execute(tx)
  return true
}

/** Gives what a guest or another account wrote to an account. */
export async function moveComments(tx: Tx, from: CustomerId, to: CustomerId): Promise<void> {
  await tx.updateTable('comment').set({ customer_id: to }).where('customer_id', '=', from).execute()
}

/** Erases what a person wrote. A question goes with everything under it. */
export async function deleteCommentsOf(
  tx: Tx,
  phone: string,
  customer_id: CustomerId | null,
): Promise<void> {
  await tx
    .deleteFrom('comment')
    .where((eb) =>
      eb.or([
        eb('phone', '=', phone),
        ...(customer_id === null ? [] : [eb('customer_id', '=', customer_id)]),
      ]),
    )
    .execute()
}
