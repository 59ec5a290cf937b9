import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { refuseUnnamed } from '#shop/flows/import/definitions-store.ts'
import { refuseDraftsOfNobody, writeDrafts } from '#shop/flows/import/content/draft-store.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/** Writes authors, categories, tags and articles; their addresses follow with all others. */
export async function writeArticles(trx: Tx, edit: { at: Date; by: string }): Promise<void> {
  await refuseUnnamed(trx, 'author')
  await refuseWhere(
    trx,
    'author',
    sql`key !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`,
    sql`'author_id is a UUID in small letters'`,
  )
  for (const record of ['author', 'post_category', 'post_tag'] as const) {
    await upsert(trx, { record })
  }
  await refuseUnnamed(trx, 'post')
  await refuseUnknownNames(trx)
  await refuseDraftsOfNobody(trx)
  const category = sql`(select post_category_id from post_category where name = row->>'category')`
  await upsert(trx, {
    record: 'post',
    more: ['post_category_id', 'author_id'],
    source: sql`
      select import_id, line, jsonb_build_object('updated_at', row->>'published_at') as start,
        row || case when row ? 'category' then jsonb_build_object('post_category_id', ${category}) else '{}' end
          || case when row ? 'author' then jsonb_build_object('author_id', row->>'author') else '{}' end as row
      from import_row where record = 'post' and reason is null`,
  })
  await writeTagsOfPosts(trx)
  await writeDrafts(trx, 'post', edit)
}

async function refuseUnknownNames(trx: Tx): Promise<void> {
  await refuseWhere(
    trx,
    'post',
    sql`row ? 'category' and not exists (select from post_category where name = row->>'category')`,
    sql`'there is no post_category ' || (row->>'category')`,
  )
  await refuseWhere(
    trx,
    'post',
    sql`row ? 'author' and not exists (select from author where author_id::text = row->>'author')`,
    sql`'there is no author ' || (row->>'author')`,
  )
  const unknown = sql`(
    select string_agg(name, ', ' order by at)
    from jsonb_array_elements_text(coalesce(row->'tags', '[]')) with ordinality tag (name, at)
    where not exists (select from post_tag where post_tag.name = tag.name))`
  await refuseWhere(
    trx,
    'post',
    sql`${unknown} is not null`,
    sql`'there is no post_tag ' || ${unknown}`,
  )
}

/** Gives every article of the file its tags, where the file names them. */
async function writeTagsOfPosts(trx: Tx): Promise<void> {
  await sql`
    with scope as (
      select import_id, post_id, row->'tags' as tags from import_row join post on code = key
      where record = 'post' and reason is null and row ? 'tags'
    ), wanted as (
      select distinct post_id, post_tag_id
      from scope, jsonb_array_elements_text(tags) tag (name) join post_tag using (name)
    ), gone as (
      delete from post_tag_member here using scope where here.post_id = scope.post_id
        and not exists (select from wanted where wanted.post_id = here.post_id
          and wanted.post_tag_id = here.post_tag_id)
      returning here.post_id
    ), put as (
      insert into post_tag_member (post_id, post_tag_id) select post_id, post_tag_id from wanted
      on conflict do nothing returning post_id
    )
    update import_row set outcome = 'changed' from scope
    where import_row.import_id = scope.import_id and outcome = 'unchanged'
      and scope.post_id in (select post_id from gone union select post_id from put)`.execute(trx)
}

/** Writes popups. Forms that staff have open are then of an older version. */
export async function writePopups(trx: Tx): Promise<void> {
  await refuseUnnamed(trx, 'popup')
  await refuseWhere(
    trx,
    'popup',
    sql`exists (
      select from jsonb_populate_record((select here from popup here where here.code = key), row) next
      where ends_at <= starts_at or button = '' or image_width <= 0 or image_height <= 0
        or ink !~ '^#[0-9a-f]{6}$' or link !~ '^/([^/\\s\\\\][^\\s\\\\]*)?$')`,
    sql`'its end is after its start, its button has words, ink is a colour, link a path of this shop'`,
  )
  await upsert(trx, { record: 'popup' })
  await sql`
    update popup set version = version + 1 from import_row
    where record = 'popup' and outcome = 'changed' and code = key`.execute(trx)
}

/** Writes banners. A new place without a category is one of the home page. */
export async function writeBanners(trx: Tx): Promise<void> {
  await refuseUnnamed(trx, 'banner')
  const category = sql`(select category_id from category where code = row->>'category')`
  await refuseWhere(
    trx,
    'banner',
    sql`row ? 'category' and ${category} is null`,
    sql`'there is no category ' || (row->>'category')`,
  )
  const source = sql`
    select import_id, line, row || case when row ? 'category' or row ? 'place'
      then jsonb_build_object('category_id', ${category}) else '{}' end as row, '{}'::jsonb as start, key
    from import_row where record = 'banner' and reason is null`
  await refuseWhere(
    trx,
    'banner',
    sql`exists (
      select from (${source}) source
      cross join lateral jsonb_populate_record(
        (select here from banner here where here.code = source.key), source.row) next
      where source.import_id = import_row.import_id and (place not in ('hero', 'right', 'category')
        or (place = 'category') <> (category_id is not null) or ends_at <= starts_at or label = ''
        or image_width <= 0 or image_height <= 0 or ink !~ '^#[0-9a-f]{6}$'
        or next.path !~ '^/([^/\\s\\\\][^\\s\\\\]*)?$'))`,
    sql`'place is hero, right, or category with its category; its end is after its start, ink is a colour, path one of this shop'`,
  )
  await upsert(trx, { record: 'banner', more: ['category_id'], source })
  await sql`
    update banner set version = version + 1 from import_row
    where record = 'banner' and outcome = 'changed' and code = key`.execute(trx)
}
