import { home_code } from '#shop/content/landing/landing-store.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { RecordKind } from '#shop/flows/import/record-shapes.ts'

type Kind =
  | 'product'
  | 'category'
  | 'repair_service'
  | 'landing_page'
  | 'landing_teasing'
  | 'landing_dday'
  | 'static_page'
  | 'post'
  | 'post_category'
  | 'post_tag'

interface Options {
  /** First path segments of the shop's own pages, which no product or category may have. */
  reserved: readonly string[]
  /** The kinds of records of the file. */
  kinds: ReadonlySet<RecordKind>
}

/** After this many attempts the id is added to the address, which makes it unique. */
const max_turns = 9

/**
 * Gives every version, category and repair service of the file its address (decisions/022): the given one, else one
 * made from its name; if it is taken, with -2, -3 … An existing address stays unless the line gives another or renames
 * the product or category; the former address then redirects.
 */
export async function writeAddresses(trx: Tx, options: Options): Promise<void> {
  const { kinds } = options
  const has_products = kinds.has('version') || kinds.has('item')
  // A product may name a category that has no line of its own.
  if (kinds.has('category') || has_products) await writeCategoryAddresses(trx, options)
  if (has_products) {
    await writeFor(
      trx,
      'product',
      sql`
      select import_id, line, product_id as entity_id, case when is_renamed
        then row || '{"is_renamed": true}' else row end as row
      from import_row join import_version using (import_id)`,
      options,
    )
  }
  if (kinds.has('repair_service')) {
    await writeFor(
      trx,
      'repair_service',
      sql`
      select import_id, line, service_id as entity_id, row
      from import_row join repair_service on repair_service.sku = import_row.key
      where record = 'repair_service' and reason is null`,
      options,
    )
  }
  if (kinds.has('landing_page')) await writeLandingAddresses(trx, options)
  if (kinds.has('static_page')) {
    await writeFor(
      trx,
      'static_page',
      sql`
      select import_id, line, static_page_id as entity_id, row || jsonb_build_object('base', key) as row
      from import_row join static_page on static_page.code = import_row.key
      where record = 'static_page' and reason is null`,
      options,
    )
  }
  await writeArticleAddresses(trx, options)
}

async function writeCategoryAddresses(trx: Tx, options: Options): Promise<void> {
  await writeFor(
    trx,
    'category',
    sql`
    select import_id, line, category.category_id as entity_id, row
    from import_row join category on category.code = import_row.key
    where record = 'category' and reason is null
    union all
    select null, 0, category_id, jsonb_build_object('base', code)
    from category where not exists (
      select from slug where kind = 'category' and entity_id = category_id and is_current)
    and code not in (select key from import_row where record = 'category')`,
    options,
  )
}

/**
 * Categories and tags of articles are addressed by their names, articles by their code unless the file says otherwise.
 */
async function writeArticleAddresses(trx: Tx, options: Options): Promise<void> {
  const kinds = [
    ['post_category', 'name', sql`row`],
    ['post_tag', 'name', sql`row`],
    ['post', 'code', sql`row || jsonb_build_object('base', key)`],
  ] as const
  for (const [kind, key, row] of kinds) {
    if (!options.kinds.has(kind)) continue
    const entities = sql`
      select import_id, line, entity.${sql.id(`${kind}_id`)} as entity_id, ${row} as row
      from import_row join ${sql.table(kind)} entity on entity.${sql.id(key)} = import_row.key
      where record = ${kind} and reason is null`
    await writeFor(trx, kind, entities, options)
  }
}

/** A landing page but for the home page has an address, and may have one for each of two phases. */
async function writeLandingAddresses(trx: Tx, options: Options): Promise<void> {
  const parts = [
    ['landing_page', sql`row || jsonb_build_object('base', key)`, sql`key <> ${home_code}`],
    [
      'landing_teasing',
      sql`jsonb_build_object('path', row->>'teasing_path')`,
      sql`row ? 'teasing_path'`,
    ],
    ['landing_dday', sql`jsonb_build_object('path', row->>'dday_path')`, sql`row ? 'dday_path'`],
  ] as const
  for (const [kind, row, is_given] of parts) {
    const entities = sql`
      select import_id, line, landing_page_id as entity_id, ${row} as row
      from import_row join landing_page on landing_page.code = import_row.key
      where record = 'landing_page' and reason is null and ${is_given}`
    await writeFor(trx, kind, entities, options)
  }
}

async function writeFor(
  trx: Tx,
  kind: Kind,
  entities: RawBuilder<unknown>,
  { reserved }: Options,
): Promise<void> {
  await sql`drop table if exists import_address`.execute(trx)
  await sql`create temporary table import_address on commit drop as
    select entities.*, old.path as old_path, coalesce(row->>'path', row->>'base') as wished,
      null::text as path
    from (${entities}) entities
    left join slug old on old.kind = ${kind} and old.entity_id = entities.entity_id and old.is_current`.execute(
    trx,
  )
  await sql`create index on import_address (wished)`.execute(trx)
  await writeFormerPaths(trx, kind)
  await dropSatisfied(trx)
  for (let turn = 1; turn <= max_turns + 1; turn++) {
    if ((await claimTurn(trx, kind, turn, reserved)) === 0) break
  }
  await sql`
    update import_row set outcome = 'changed'
    where outcome = 'unchanged' and import_id in (
      select import_id from import_address where path is not null)`.execute(trx)
}

/** Writes former addresses of the file as redirects, unless the address is used otherwise. */
async function writeFormerPaths(trx: Tx, kind: Kind): Promise<void> {
  await sql`
    with inserted as (
      insert into slug (path, kind, entity_id, is_current)
      select distinct on (old.path) old.path, ${kind}, entity_id, false
      from import_address, jsonb_array_elements_text(row->'old_paths') old (path)
      where row ? 'old_paths'
      order by old.path, line
      on conflict (path) do nothing
      returning entity_id
    )
    update import_row set outcome = 'changed'
    where outcome = 'unchanged' and import_id in (
      select import_id from import_address where entity_id in (select entity_id from inserted))`.execute(
    trx,
  )
}

/** Deletes the rows that need no other address; those without one, with a new one or renamed remain. */
async function dropSatisfied(trx: Tx): Promise<void> {
  const has_wish = sql`(old_path = wished or (
    old_path ~ ('^' || regexp_replace(wished, '([.])', '[.]', 'g') || '-[0-9]+$')
    and exists (select from slug where path = wished and entity_id <> import_address.entity_id)))`
  await sql`
    delete from import_address
    where wished is null or (old_path is not null and (${has_wish} or not (
      row ? 'path' or row ? 'is_renamed')))`.execute(trx)
}

/** Tries the next address for every waiting row. If several try the same, the first gets it. Returns how many wait. */
async function claimTurn(
  trx: Tx,
  kind: Kind,
  turn: number,
  reserved: readonly string[],
): Promise<number> {
  const candidate =
    turn === 1
      ? sql`wished`
      : turn <= max_turns
        ? sql`wished || ${`-${turn}`}`
        : sql`wished || '-' || entity_id`
  await sql`
    with candidates as (
      select distinct on (candidate) entity_id, candidate from (
        select entity_id, line, ${candidate} as candidate from import_address where path is null) waiting
      where split_part(candidate, '/', 1) <> all(${reserved}::text[]) and not exists (
        select from slug where slug.path = candidate
          and not (kind = ${kind} and slug.entity_id = waiting.entity_id))
      order by candidate, line, entity_id
    )
    update import_address set path = candidate from candidates
    where import_address.entity_id = candidates.entity_id and path is null`.execute(trx)
  await sql`
    update slug set is_current = false from import_address
    where slug.kind = ${kind} and slug.entity_id = import_address.entity_id and slug.is_current
      and import_address.path is not null and slug.path <> import_address.path`.execute(trx)
  await sql`
    insert into slug (path, kind, entity_id)
    select path, ${kind}, entity_id from import_address where path is not null
    on conflict (path) do update set is_current = true where not slug.is_current`.execute(trx)
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from import_address where path is null`.execute(trx)
  return rows[0]?.waiting ?? 0
}
