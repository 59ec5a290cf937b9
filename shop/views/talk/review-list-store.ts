import { sql } from 'kysely'
import type { StaffReview, TalkQueue } from '#contracts/staff/members/talk.ts'
import type { Database } from '#db/schema.ts'
import { cappedCount, max_count, type StateCount } from '#platform/database/state-counts.ts'
import { versionOf } from '#shop/talk/moderation/moderate-store.ts'

/** A review as staff see it in a list. */
export interface ListedReview extends Pick<
  StaffReview,
  | 'review_id'
  | 'name'
  | 'text'
  | 'state'
  | 'held_for'
  | 'hidden_for'
  | 'reports'
  | 'is_handled'
  | 'product_name'
  | 'stars'
  | 'is_bought'
  | 'picture_count'
  | 'is_replied'
> {
  created_at: Date
}

interface ReviewFilter {
  queue: TalkQueue | null
  q: string | null
  is_low: boolean
}

/** Reviews of a queue. What nobody has looked at comes first written, the rest newest first. */
export async function findReviewList(
  db: Database,
  { queue, q, is_low }: ReviewFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedReview[]> {
  const is_waiting = queue === 'new' || queue === 'held'
  return db
    .selectFrom('review')
    .innerJoin('product', 'product.product_id', 'review.product_id')
    .select((eb) => [
      'review.review_id',
      'review.name',
      'review.text',
      'review.state',
      'review.held_for',
      'review.hidden_for',
      'review.reports',
      'review.created_at',
      'review.stars',
      'review.picture_count',
      'product.name as product_name',
      eb('review.handled_at', 'is not', null).$castTo<boolean>().as('is_handled'),
      eb('review.bought_on', 'is not', null).$castTo<boolean>().as('is_bought'),
      eb('review.reply', 'is not', null).$castTo<boolean>().as('is_replied'),
    ])
    .$if(queue === 'new', (query) =>
      query.where('review.handled_at', 'is', null).where('review.state', '=', 'published'),
    )
    .$if(queue === 'held', (query) =>
      query.where('review.handled_at', 'is', null).where('review.state', '=', 'held'),
    )
    .$if(queue === 'reported', (query) =>
      query.where('review.reports', '>', 0).where('review.state', '<>', 'hidden'),
    )
    .$if(queue === 'published', (query) => query.where('review.state', '=', 'published'))
    .$if(queue === 'hidden', (query) => query.where('review.state', '=', 'hidden'))
    .$if(is_low, (query) => query.where('review.stars', '<=', 2))
    .$if(q !== null, (query) =>
      query.where(({ eb, fn, val }) => {
        const texts = fn('concat_ws', [val('\n'), 'product.name', 'review.text', 'review.name'])
        return eb(
          fn('strpos', [fn('without_marks', [texts]), fn('without_marks', [val(q)])]),
          '>',
          0,
        )
      }),
    )
    .orderBy('review.created_at', is_waiting ? 'asc' : 'desc')
    .orderBy('review.review_id', is_waiting ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** How many reviews each queue has. */
export async function countReviewQueues(db: Database): Promise<StateCount<TalkQueue>[]> {
  const { rows } = await sql<Record<TalkQueue, number>>`
    select
      (select count(*) from (select from review where handled_at is null and state = 'published'
        limit ${max_count + 1}) found)::integer as new,
      (select count(*) from (select from review where handled_at is null and state = 'held'
        limit ${max_count + 1}) found)::integer as held,
      (select count(*) from (select from review where (handled_at is null or reports > 0) and reports > 0
        and state <> 'hidden' limit ${max_count + 1}) found)::integer as reported,
      (select count(*) from (select from review where state = 'published' limit ${max_count + 1}) found)::integer
        as published,
      (select count(*) from (select from review where state = 'hidden' limit ${max_count + 1}) found)::integer
        as hidden`.execute(db)
  return Object.entries(rows[0] ?? {}).map(([state, count]) =>
    cappedCount(state as TalkQueue, count),
  )
}

type FoundReview = Omit<StaffReview, 'created_at' | 'reply' | 'may_hide'> & {
  created_at: Date
  reply: string | null
  replied_by: string | null
  replied_at: Date | null
}

/** A review with what staff need to judge it. */
export async function findStaffReview(
  db: Database,
  review_id: number,
): Promise<FoundReview | undefined> {
  const { rows } = await sql<FoundReview>`
    select review.review_id, review.name, review.text, review.state, review.held_for, review.hidden_for, review.reports,
      review.created_at, review.stars, review.picture_count, review.aspects, review.phone, review.reply,
      review.replied_by, review.replied_at, product.name as product_name, '/' || slug.path as product_path,
      review.handled_at is not null as is_handled, review.bought_on is not null as is_bought,
      review.reply is not null as is_replied, ${versionOf({ kind: 'review', id: sql`review.review_id` })} as version,
      sales_order.code as order_code,
      coalesce((select json_agg(json_build_object('src', src, 'width', width, 'height', height) order by position)
        from review_picture picture where picture.review_id = review.review_id), '[]') as pictures,
      coalesce((select json_agg(json_build_object('reason', reason, 'count', count)) from (
          select reason, count(*)::integer as count from talk_report
          where subject_kind = 'review' and subject_id = review.review_id group by reason order by 2 desc
        ) told), '[]') as reported_for
    from review join product using (product_id)
    join slug on slug.kind = 'product' and slug.entity_id = review.product_id and slug.is_current
    left join sales_order using (order_id)
    where review.review_id = ${review_id}`.execute(db)
  return rows[0]
}
