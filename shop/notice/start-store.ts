import { sql } from 'kysely'
import type { Start, StartOf } from '#contracts/storefront/notices/starts.ts'
import type { Database } from '#db/schema.ts'
import { withDates } from '#shop/content/landing/landing.ts'

export interface StoredStart extends Omit<Start, 'starts_at'> {
  /** Whether shoppers see it when it begins. */
  is_on: boolean
  /** From when shoppers may know of it: a campaign's teasing, or its start if it has none; null: always. */
  shown_from: Date | null
  starts_at: Date
  dday_at: Date | null
  ends_at: Date | null
}

/** All that begins: campaigns with a start, flash sales, and items with a day of their first sale. */
export const all_starts = sql`(
  select 'landing_page' as "of", landing_page_id as id, name, is_active as is_on,
    coalesce(teasing_at, starts_at) as shown_from, starts_at, dday_at, ends_at,
    '/' || coalesce((select path from slug
      where kind = 'landing_page' and entity_id = landing_page_id and is_current), '') as href
  from landing_page where starts_at is not null
  union all select 'flash_sale', flash_sale_id, name, is_active, null, starts_at, null, ends_at, '/#flash-sale'
  from flash_sale
  union all select 'item', item.product_id, version.name, item.is_active and version.is_active, null,
    version.launched_on::timestamp at time zone 'Asia/Ho_Chi_Minh', null, null,
    '/' || (select path from slug where kind = 'product' and entity_id = version.product_id and is_current)
  from product item join product version on version.product_id = item.parent_id
  where item.type = 'simple' and version.launched_on is not null)`

/** Finds what begins; null: there is no such thing, or it has no start any more. */
export async function findStart(
  db: Database,
  { of, id }: { of: StartOf; id: number },
): Promise<StoredStart | null> {
  const { rows } = await sql<StoredStart>`
    select * from ${all_starts} start
    where "of" = ${of} and id = ${id} and href is not null`.execute(db)
  return rows.map(named)[0] ?? null
}

/** How many of a kind are listed. */
const max_of_kind = 6

/** Finds what begins after `now` and is known already, soonest first. Colours of a version are listed once. */
export async function listComingStarts(db: Database, now: Date): Promise<StoredStart[]> {
  const { rows } = await sql<StoredStart>`
    select * from (
      select *, row_number() over (partition by "of" order by starts_at, id) as place from (
        select distinct on ("of", href, name) * from ${all_starts} start
        where is_on and starts_at > ${now} and href is not null and (shown_from is null or shown_from <= ${now})
        order by "of", href, name, starts_at, id) once) placed
    where place <= ${max_of_kind} order by starts_at, "of", id`.execute(db)
  return rows.map(named)
}

/** The name of a campaign may hold dates of its schedule, such as {year}. */
function named(row: StoredStart): StoredStart {
  return { ...row, name: withDates(row.name, row) }
}

export function shownStart({ of, id, name, href, starts_at }: StoredStart): Start {
  return { of, id, name, href, starts_at: starts_at.toISOString() }
}
