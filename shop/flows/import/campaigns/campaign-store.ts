import { sql } from 'kysely'
import { LandingTheme } from '#contracts/storefront/landing/blocks.ts'
import type { Tx } from '#db/schema.ts'
import { refuseUnnamed } from '#shop/flows/import/definitions-store.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/**
 * Writes landing pages; their addresses follow with all others. Forms that staff have open are then of an older
 * version.
 */
export async function writeLandingPages(trx: Tx): Promise<void> {
  await refuseUnnamed(trx, 'landing_page')
  await refuseWhere(
    trx,
    'landing_page',
    sql`key !~ '^[a-z0-9][a-z0-9-]{0,59}$'`,
    sql`'code is of small letters, digits and hyphens'`,
  )
  await refuseWhere(
    trx,
    'landing_page',
    sql`row->>'layout' not in ('landing-page', 'hide-footer')
      or row->>'recurs' not in ('never', 'yearly', 'tet', 'black-friday')
      or row->>'theme' <> all(${LandingTheme.options}::text[])`,
    sql`'layout, theme or recurs is not known: see README.md'`,
  )
  await refuseWhere(
    trx,
    'landing_page',
    sql`exists (
      select from jsonb_populate_record(
        (select here from landing_page here where here.code = key), row - 'path') next
      where (starts_at is null) <> (ends_at is null) or starts_at >= ends_at or teasing_at >= starts_at
        or (dday_at is null) <> (dday_ends_at is null) or dday_at >= dday_ends_at
        or (starts_at is null and num_nonnulls(teasing_at, dday_at) > 0)
        or dday_at < starts_at or dday_ends_at > ends_at)`,
    sql`'its times must be one after the other'`,
  )
  await refuseWhere(
    trx,
    'landing_page',
    sql`exists (
      select from jsonb_populate_record(
        (select here from landing_page here where here.code = key), row - 'path') next
      where draft_at is not null and draft_blocks is null)`,
    sql`'draft_at is the time of draft_blocks'`,
  )
  await upsert(trx, { record: 'landing_page' })
  await sql`
    update landing_page set version = version + 1 from import_row
    where record = 'landing_page' and outcome = 'changed' and code = key`.execute(trx)
}

/** Writes redirect rules. `reserved` are first path segments of the shop's own pages. */
export async function writeRedirects(
  trx: Tx,
  { reserved }: { reserved: readonly string[] },
): Promise<void> {
  await refuseUnnamed(trx, 'redirect')
  await refuseWhere(
    trx,
    'redirect',
    sql`key !~ '^(/[^/?#\\s\\\\]+)+$' or split_part(key, '/', 2) = any(${reserved}::text[])`,
    sql`'path must be such as /khuyen-mai-cu, and no page of the shop itself'`,
  )
  await refuseWhere(
    trx,
    'redirect',
    sql`exists (
      select from jsonb_populate_record(
        (select here from redirect_rule here where here.path = key), row) next
      where status not in (301, 302) or case when coalesce(is_external, false)
        then target !~ '^https?://[a-zA-Z0-9.-]+(:\\d+)?(/[^\\s\\\\]*)?$'
        else target !~ '^/([^/\\s\\\\][^\\s\\\\]*)?$' or target ~* '^[^?#]*/(\\.|%2e){1,2}(/|[?#]|$)' end)`,
    sql`'target must be a path of this shop, or with is_external an address of another; status 301 or 302'`,
  )
  await refuseChains(trx)
  await upsert(trx, { record: 'redirect' })
  await sql`
    update redirect_rule set version = version + 1 from import_row
    where record = 'redirect' and outcome = 'changed' and path = key`.execute(trx)
}

/** Refuses rules of the file that lead to where a rule leads on, or to which one leads. */
async function refuseChains(trx: Tx): Promise<void> {
  const rules = sql`(
    select key as path, coalesce((row->>'is_prefix')::boolean, here.is_prefix, false) as is_prefix,
      rtrim(regexp_replace(coalesce(row->>'target', here.target), '[?#].*', ''), '/') as target,
      coalesce((row->>'is_active')::boolean, here.is_active, true) as is_active
    from import_row rows left join redirect_rule here on here.path = rows.key
    where record = 'redirect' and reason is null
    union all
    select path, is_prefix, rtrim(regexp_replace(target, '[?#].*', ''), '/'), is_active from redirect_rule
    where not exists (select from import_row rows
      where record = 'redirect' and reason is null and rows.key = path)
  )`
  const leads = (
    from: string,
    to: string,
  ) => sql`(${sql.ref(`${from}.target`)} = ${sql.ref(`${to}.path`)}
    or ${sql.ref(`${to}.is_prefix`)} and starts_with(${sql.ref(`${from}.target`)}, ${sql.ref(`${to}.path`)} || '/'))`
  await refuseWhere(
    trx,
    'redirect',
    sql`exists (
      select from ${rules} own, ${rules} other
      where own.path = key and own.is_active and other.is_active
        and (${leads('own', 'other')} or ${leads('other', 'own')}))`,
    sql`'it leads to an address that a rule leads on from, or such a rule leads to it'`,
  )
}
