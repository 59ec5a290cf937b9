import { sql } from 'kysely'
import type { OwnReview } from '#contracts/storefront/talk/reviews.ts'
import type { TalkReason, TalkRule } from '#contracts/storefront/talk/talk-fields.ts'
import type { Database, Tables, Tx } from '#db/schema.ts'
import { breaks } from '#platform/database/postgres.ts'
import type { CustomerId } from '#pure/ids.ts'

type NewReview = Pick<
  Tables['review'],
  'product_id' | 'secret' | 'name' | 'phone' | 'stars' | 'text'
> & {
  phone_is_proven: boolean
  customer_id: CustomerId | null
  aspects: OwnReview['aspects']
  order_id: number | null
  bought_on: string | null
  bought_shop_id: number | null
  held_for: TalkRule | null
  created_at: Date
}

/** Inserts a review. False: its writer has one of this version. */
export async function insertReview(db: Database, review: NewReview): Promise<boolean> {
  const { aspects, held_for, ...row } = review
  try {
    await db
      .insertInto('review')
      .values({
        ...row,
        aspects: JSON.stringify(aspects),
        held_for,
        state: held_for === null ? 'published' : 'held',
      })
      .execute()
    return true
  } catch (error) {
    if (breaks(error, 'review_of_customer') || breaks(error, 'review_of_proven_phone')) return false
    throw error
  }
}

/** What a person wrote lately, for the rule against repeated texts. */
export async function findTextsOf(
  db: Database,
  { customer_id, phone }: { customer_id: number | null; phone: string | null },
  since: Date,
): Promise<{ text: string }[]> {
  return db
    .selectFrom('review')
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

/** A review for whoever wrote it. */
export interface FoundReview extends Pick<
  OwnReview,
  'review_id' | 'name' | 'stars' | 'aspects' | 'text' | 'state' | 'pictures'
> {
  product_id: number
  customer_id: CustomerId | null
  phone: string | null
  hidden_for: TalkReason | null
  is_bought: boolean
}

export async function findReviewBySecret(
  db: Database,
  secret: string,
): Promise<FoundReview | undefined> {
  const { rows } = await sql<FoundReview>`
    select review_id, product_id, customer_id, phone, name, stars, aspects, text, state, hidden_for,
      bought_on is not null as is_bought,
      coalesce((select json_agg(json_build_object('src', src, 'width', width, 'height', height,
          'picture_id', substring(src from '^/danh-gia/anh/[0-9]+/([0-9]+)[.]webp$')::bigint) order by position)
        from review_picture where review_picture.review_id = review.review_id), '[]') as pictures
    from review where secret = ${secret}`.execute(db)
  return rows[0]
}

/** The secret of a person's review of a version; null: they have written none. */
export async function findSecretOf(
  db: Database,
  customer_id: CustomerId,
  product_id: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('review')
    .select('secret')
    .where('customer_id', '=', customer_id)
    .where('product_id', '=', product_id)
    .executeTakeFirst()
  return row?.secret ?? null
}

/** Locks a review. Null: there is none. */
export async function lockReview(tx: Tx, secret: string): Promise<number | null> {
  const row = await tx
    .selectFrom('review')
    .select('review_id')
    .where('secret', '=', secret)
    .forUpdate()
    .executeTakeFirst()
  return row?.review_id ?? null
}

interface ChangedReview {
  stars: number
  aspects: OwnReview['aspects']
  text: string
  held_for: TalkRule | null
  at: Date
}

/** Changes a review. Staff look at it again; what they have hidden stays hidden. */
export async function updateReview(
  db: Database,
  review_id: number,
  { stars, aspects, text, held_for, at }: ChangedReview,
): Promise<void> {
  await sql`
    update review set stars = ${stars}, aspects = ${JSON.stringify(aspects)}::jsonb, text = ${text},
      held_for = ${held_for}, edited_at = ${at}, handled_at = null,
      state = case when state = 'hidden' then state when ${held_for}::text is null then 'published' else 'held' end
    where review_id = ${review_id}`.execute(db)
}

/** A new picture: staff look at the review again. */
export async function reopenReview(tx: Tx, review_id: number): Promise<void> {
  await tx
    .updateTable('review')
    .set({ handled_at: null })
    .where('review_id', '=', review_id)
    .execute()
}

export async function deleteReview(tx: Tx, review_id: number): Promise<void> {
  await tx
    .deleteFrom('talk_report')
    .where('subject_kind', '=', 'review')
    .where('subject_id', '=', review_id)
    .execute()
  await tx.deleteFrom('review').where('review_id', '=', review_id).execute()
}

/** Counts a vote of a person once. Null: there is no such published review. */
export async function insertVote(
  db: Database,
  vote: { review_id: number; customer_id: CustomerId; created_at: Date },
): Promise<number | null> {
  const { review_id, customer_id, created_at } = vote
  await sql`
    insert into review_vote (review_id, customer_id, created_at)
    select review_id, ${customer_id}::bigint, ${created_at} from review
    where review_id = ${review_id} and state = 'published' and customer_id is distinct from ${customer_id}
    on conflict do nothing`.execute(db)
  const row = await db
    .selectFrom('review')
    .select('helpful')
    .where('review_id', '=', review_id)
    .where('state', '=', 'published')
    .executeTakeFirst()
  return row?.helpful ?? null
}

/** Stores a report of a person once. False: there is no such published review. */
export async function insertReviewReport(
  db: Database,
  report: { review_id: number; customer_id: CustomerId; reason: TalkReason; created_at: Date },
): Promise<boolean> {
  const { review_id, customer_id, reason, created_at } = report
  const { rows } = await sql<{ is_known: boolean }>`
    with told as (
      insert into talk_report (subject_kind, subject_id, customer_id, reason, created_at)
      select 'review', review_id, ${customer_id}::bigint, ${reason}, ${created_at} from review
      where review_id = ${review_id} and state = 'published'
      on conflict do nothing returning subject_id
    ), counted as (
      update review set reports = reports + 1 where review_id in (select subject_id from told)
    )
    select exists (select from review where review_id = ${review_id} and state = 'published') as is_known
  `.execute(db)
  return rows[0]?.is_known === true
}

/** The file of a picture of a review that is not hidden; null: there is none. */
export async function findReviewPicture(
  db: Database,
  { review_id, picture_id }: { review_id: number; picture_id: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('picture')
    .innerJoin('review', 'review.review_id', 'picture.subject_id')
    .select('picture.hash')
    .where('picture.subject_kind', '=', 'review')
    .where('picture.picture_id', '=', picture_id)
    .where('review.review_id', '=', review_id)
    .where('review.state', '<>', 'hidden')
    .executeTakeFirst()
  return row?.hash ?? null
}

/**
 * Writes the reply of the shop; a former one is replaced. Whoever replies has seen the review. False: there is none.
 */
export async function replyToReview(
  tx: Tx,
  review_id: number,
  { text, staff_name, at }: { text: string; staff_name: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('review')
    .set({ reply: text, replied_by: staff_name, replied_at: at, handled_at: at })
    .where('review_id', '=', review_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives what a guest or another account wrote to an account. Of two reviews of one version, its own stays. */
export async function moveReviews(tx: Tx, from: CustomerId, to: CustomerId): Promise<void> {
  await sql`
    update review set customer_id = ${to} where customer_id = ${from}
      and product_id not in (select product_id from review where customer_id = ${to})`.execute(tx)
  await sql`
    update review_vote set customer_id = ${to} where customer_id = ${from}
      and review_id not in (select review_id from review_vote where customer_id = ${to})`.execute(
    tx,
  )
  await sql`
    update talk_report told set customer_id = ${to} where customer_id = ${from}
      and not exists (select from talk_report other where other.customer_id = ${to}
        and other.subject_kind = told.subject_kind and other.subject_id = told.subject_id)`.execute(
    tx,
  )
}

/** The keys of the reviews of a person. */
export async function findReviewsOf(
  tx: Tx,
  phone: string,
  customer_id: CustomerId | null,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('review')
    .select('review_id')
    .where((eb) =>
      eb.or([
        eb('phone', '=', phone),
        ...(customer_id === null ? [] : [eb('customer_id', '=', customer_id)]),
      ]),
    )
    .execute()
  return rows.map(({ review_id }) => review_id)
}
