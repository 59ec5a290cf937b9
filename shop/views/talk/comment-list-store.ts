import { sql } from 'kysely'
import type { StaffComment, TalkQueue } from '#contracts/staff/members/talk.ts'
import type { Database } from '#db/schema.ts'
import { cappedCount, max_count, type StateCount } from '#platform/database/state-counts.ts'
import { versionOf } from '#shop/talk/moderation/moderate-store.ts'

/** A text of a shopper as staff see it in a list. */
export type ListedComment = Pick<
  StaffComment,
  | 'comment_id'
  | 'name'
  | 'text'
  | 'state'
  | 'held_for'
  | 'hidden_for'
  | 'reports'
  | 'is_handled'
  | 'subject_kind'
  | 'subject_name'
  | 'is_reply'
> & { created_at: Date; due_at: Date | null; answered_at: Date | null }

interface CommentFilter {
  queue: TalkQueue | null
  q: string | null
}

/** Texts of a queue. Those that nobody has answered come first due, the rest newest first. */
export async function findCommentList(
  db: Database,
  { queue, q }: CommentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedComment[]> {
  const keys = await commentKeys(db, { queue, q }, { limit, offset })
  const { rows } = await sql<ListedComment>`
    select comment.comment_id, comment.name, comment.text, comment.state, comment.held_for, comment.hidden_for,
      comment.reports, comment.created_at, comment.due_at, comment.answered_at, comment.subject_kind,
      comment.handled_at is not null as is_handled, comment.parent_id is not null as is_reply,
      coalesce(product.name, post.title, repair_service.name, '') as subject_name
    from unnest(${keys}::bigint[]) with ordinality as wanted (comment_id, place)
    join comment using (comment_id)
    left join product on comment.subject_kind = 'product' and product.product_id = comment.subject_id
    left join post on comment.subject_kind = 'post' and post.post_id = comment.subject_id
    left join repair_service on comment.subject_kind = 'repair_service'
      and repair_service.service_id = comment.subject_id
    order by wanted.place`.execute(db)
  return rows
}

async function commentKeys(
  db: Database,
  { queue, q }: CommentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const is_waiting = queue === 'new' || queue === 'held'
  const rows = await db
    .selectFrom('comment')
    .select('comment_id')
    .where('staff_name', 'is', null)
    .$if(queue === 'new', (query) =>
      query.where('handled_at', 'is', null).where('state', '=', 'published'),
    )
    .$if(queue === 'held', (query) =>
      query.where('handled_at', 'is', null).where('state', '=', 'held'),
    )
    .$if(queue === 'reported', (query) =>
      query.where('reports', '>', 0).where('state', '<>', 'hidden'),
    )
    .$if(queue === 'published', (query) => query.where('state', '=', 'published'))
    .$if(queue === 'hidden', (query) => query.where('state', '=', 'hidden'))
    .$if(q !== null, (query) =>
      query.where(({ eb, fn, val }) => {
        const texts = fn('concat_ws', [val('\n'), 'text', 'name'])
        return eb(
          fn('strpos', [fn('without_marks', [texts]), fn('without_marks', [val(q)])]),
          '>',
          0,
        )
      }),
    )
    .orderBy(is_waiting ? 'due_at' : 'created_at', is_waiting ? 'asc' : 'desc')
    .orderBy('comment_id', is_waiting ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ comment_id }) => comment_id)
}

/** How many texts of shoppers each queue has. */
export async function countCommentQueues(db: Database): Promise<StateCount<TalkQueue>[]> {
  const { rows } = await sql<Record<TalkQueue, number>>`
    select
      (select count(*) from (select from comment where staff_name is null and handled_at is null
        and state = 'published' limit ${max_count + 1}) found)::integer as new,
      (select count(*) from (select from comment where staff_name is null and handled_at is null
        and state = 'held' limit ${max_count + 1}) found)::integer as held,
      (select count(*) from (select from comment where staff_name is null
        and (handled_at is null or reports > 0) and reports > 0 and state <> 'hidden'
        limit ${max_count + 1}) found)::integer as reported,
      (select count(*) from (select from comment where staff_name is null and state = 'published'
        limit ${max_count + 1}) found)::integer as published,
      (select count(*) from (select from comment where staff_name is null and state = 'hidden'
        limit ${max_count + 1}) found)::integer as hidden`.execute(db)
  return Object.entries(rows[0] ?? {}).map(([state, count]) =>
    cappedCount(state as TalkQueue, count),
  )
}

type FoundComment = ListedComment &
  Pick<StaffComment, 'subject_path' | 'phone' | 'reported_for' | 'version'> & {
    thread: (Omit<StaffComment['thread'][number], 'created_at'> & { created_at: number })[]
  }

/** A text of a shopper with its whole thread. */
export async function findStaffComment(
  db: Database,
  comment_id: number,
): Promise<FoundComment | undefined> {
  const { rows } = await sql<FoundComment>`
    select comment.comment_id, comment.name, comment.text, comment.state, comment.held_for, comment.hidden_for,
      comment.reports, comment.created_at, comment.due_at, comment.answered_at, comment.subject_kind, comment.phone,
      comment.handled_at is not null as is_handled, comment.parent_id is not null as is_reply,
      ${versionOf({ kind: 'comment', id: sql`comment.comment_id` })} as version,
      coalesce(product.name, post.title, repair_service.name, '') as subject_name, '/' || slug.path as subject_path,
      coalesce((select json_agg(json_build_object('reason', reason, 'count', count)) from (
          select reason, count(*)::integer as count from talk_report
          where subject_kind = 'comment' and subject_id = comment.comment_id group by reason order by 2 desc
        ) told), '[]') as reported_for,
      (select json_agg(json_build_object('comment_id', said.comment_id, 'name', coalesce(said.staff_name, said.name),
          'is_staff', said.staff_name is not null, 'text', said.text, 'state', said.state,
          'created_at', extract(epoch from said.created_at)::float8 * 1000) order by said.created_at, said.comment_id)
        from comment said
        where said.comment_id = coalesce(comment.parent_id, comment.comment_id)
          or said.parent_id = coalesce(comment.parent_id, comment.comment_id)) as thread
    from comment
    join slug on slug.kind = comment.subject_kind and slug.entity_id = comment.subject_id and slug.is_current
    left join product on comment.subject_kind = 'product' and product.product_id = comment.subject_id
    left join post on comment.subject_kind = 'post' and post.post_id = comment.subject_id
    left join repair_service on comment.subject_kind = 'repair_service'
      and repair_service.service_id = comment.subject_id
    where comment.comment_id = ${comment_id} and comment.staff_name is null`.execute(db)
  return rows[0]
}
