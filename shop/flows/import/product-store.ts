import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { writeSearchWords } from '#shop/flows/import/search-words.ts'
import { noteKnown } from '#shop/flows/import/staging-store.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/** The brand of products that name none. */
const no_brand = { name: 'Khác', slug: 'khac' }

/** Refuses versions and items that contradict the shop or each other; runs before anything is written. */
export async function checkProducts(trx: Tx): Promise<void> {
  await noteKnown(trx)
  await readColoursAsItems(trx)
  await refuseWhere(
    trx,
    'version',
    sql`exists (select from product where sku = import_row.key and type = 'simple')`,
    sql`'sku ' || key || ' is an item of the shop, not a version'`,
  )
  await refuseWhere(
    trx,
    'item',
    sql`exists (select from product where sku = import_row.key and type = 'configurable')`,
    sql`'sku ' || key || ' is a version of the shop: write record "version"'`,
  )
  await refuseUsedDevices(trx)
  await refuseSameColour(trx)
  await refuseWholeLines(trx)
}

/** Used devices come in one by one, each with its passport: a file has neither their prices nor their stock. */
async function refuseUsedDevices(trx: Tx): Promise<void> {
  const reason = sql`'sku ' || key || ' is a used device: it is changed on its own page'`
  const is_used = sql`exists (
    select from product where product_id = import_row.product_id and used_of is not null)`
  await refuseWhere(trx, 'version', is_used, reason)
  await refuseWhere(trx, 'item', is_used, reason)
  await refuseWhere(
    trx,
    'item',
    sql`exists (select from product where sku = row->>'version' and used_of is not null)`,
    sql`'version ' || (row->>'version') || ' has only used devices'`,
  )
}

/** Reads a line with the sku of a colour, such as a new price, as a line of the item alone, without a version. */
async function readColoursAsItems(trx: Tx): Promise<void> {
  // A temporary table, because the list is short where the planner expects a long one.
  await sql`
    create temporary table import_colour on commit drop as
    select item.import_id, item.line, item.key, parent.sku
    from import_row item
    join product on product.product_id = item.product_id
    join product parent on parent.product_id = product.parent_id
    where item.record = 'item' and item.reason is null
      and item.row->>'version' = 'V-' || item.key and parent.sku <> 'V-' || item.key`.execute(trx)
  await sql`analyze import_colour`.execute(trx)
  await sql`
    update import_row item
    set reason = 'is a colour of ' || colour.sku || ': its name, category and so on belong to that version'
    from import_colour colour join import_row version
      on version.record = 'version' and version.key = 'V-' || colour.key and version.line = colour.line
    where item.record = 'item' and item.key = colour.key and item.import_id = colour.import_id and exists (
      select from jsonb_object_keys(version.row) name where name not in ('sku', 'is_active'))`.execute(
    trx,
  )
  await sql`
    update import_row item set row = row - 'version' from import_colour colour
    where item.record = 'item' and item.key = colour.key and item.import_id = colour.import_id`.execute(
    trx,
  )
  await sql`
    delete from import_row version using import_colour colour
    where version.record = 'version' and version.key = 'V-' || colour.key
      and version.line = colour.line`.execute(trx)
}

async function refuseSameColour(trx: Tx): Promise<void> {
  await sql`
    update import_row set reason = 'its version has the colour ' || (row->>'color_slug') || ' already'
    from (select import_id as repeated, row_number() over (
        partition by row->>'version', row->>'color_slug' order by import_id) as turn
      from import_row
      where record = 'item' and reason is null and row->>'color_slug' is not null) twice
    where import_id = repeated and turn > 1`.execute(trx)
  await refuseWhere(
    trx,
    'item',
    sql`row->>'color_slug' is not null and exists (
      select from product other join product parent on parent.product_id = other.parent_id
      where other.color_slug = import_row.row->>'color_slug' and other.sku <> import_row.key
        and parent.sku = coalesce(import_row.row->>'version', (select v.sku from product own
          join product v on v.product_id = own.parent_id where own.sku = import_row.key)))`,
    sql`'its version has the colour ' || (row->>'color_slug') || ' already'`,
  )
}

/** Refuses both records of a line that is version and item at once when one of them is refused. */
export async function refuseWholeLines(trx: Tx): Promise<void> {
  await sql`
    update import_row version set reason = item.reason
    from import_row item
    where version.record = 'version' and item.record = 'item' and item.reason is not null
      and version.reason is null and version.line = item.line and version.key = 'V-' || item.key`.execute(
    trx,
  )
  await sql`
    update import_row item
    set reason = case when version.line = item.line then version.reason
      else 'its version ' || version.key || ' was refused: ' || version.reason end
    from import_row version
    where item.record = 'item' and item.reason is null and version.record = 'version'
      and version.reason is not null and version.key = item.row->>'version'
      and not exists (select from import_row other where other.record = 'version'
        and other.key = version.key and other.reason is null)`.execute(trx)
  await refuseWhere(
    trx,
    'item',
    sql`row ? 'version' and not exists (
        select from product where sku = row->>'version' and type = 'configurable')
      and not exists (select from import_row v where v.record = 'version'
        and v.key = import_row.row->>'version' and v.reason is null)`,
    sql`'there is no version ' || (row->>'version')`,
  )
}

/** Writes versions and their items, after the records that they refer to. */
export async function writeProducts(trx: Tx): Promise<void> {
  await noteVersions(trx)
  await writeSearchWords(trx)
  await upsert(trx, {
    record: 'version',
    more: ['brand_id', 'category_id', 'family_id', 'type', 'search_text'],
    source: sql`
      select import_id, line, row || jsonb_strip_nulls(to_jsonb(import_version)) as row,
        '{"type": "configurable"}'::jsonb as start
      from import_row join import_version using (import_id)`,
  })
  await upsert(trx, {
    record: 'item',
    more: ['parent_id', 'type', ...inherited],
    source: sql`
      select import_id, line,
        row || case when row ? 'version' then jsonb_build_object('parent_id', version.product_id)
          else '{}' end as row,
        jsonb_build_object('type', 'simple', ${sql.join(
          inherited.map((name) => sql`${sql.lit(name)}, version.${sql.id(name)}`),
        )}) as start
      from import_row left join product version on version.sku = row->>'version'
      where record = 'item' and reason is null`,
  })
  await copyToItems(trx)
  await sql`analyze product`.execute(trx)
  await noteKnown(trx)
  await withdrawEmptied(trx)
}

/** Columns that an item copies from its version, so that lists need not join it. */
const inherited = [
  'name',
  'brand_id',
  'category_id',
  'family_id',
  'warranty_months',
  'launched_on',
  'highlights',
  'position',
  'views',
]

/** Copies the inherited columns to the items of changed versions and to items with a new version. */
async function copyToItems(trx: Tx): Promise<void> {
  const of = (table: string) => sql.join(inherited.map((name) => sql.ref(`${table}.${name}`)))
  await sql`
    update product item set (${sql.join(inherited.map((name) => sql.id(name)))}) = row(${of('version')})
    from product version
    where version.product_id = item.parent_id
      and (version.sku in (select key from import_row where record = 'version' and outcome = 'changed')
        or item.sku in (select key from import_row where record = 'item' and outcome = 'changed'))
      and row(${of('item')}) is distinct from row(${of('version')})`.execute(trx)
}

/** Deactivates versions whose items all moved to another version. */
async function withdrawEmptied(trx: Tx): Promise<void> {
  await sql`
    update product version set is_active = false
    where type = 'configurable' and is_active
      and sku in (select 'V-' || key from import_row where record = 'item' and outcome = 'changed')
      and not exists (select from product item where item.parent_id = version.product_id)`.execute(
    trx,
  )
}

/** Records the brand, category and family of each version, and creates missing brands and families. */
async function noteVersions(trx: Tx): Promise<void> {
  const waiting = sql`import_row.record = 'version' and import_row.reason is null`
  const is_new = sql`import_row.product_id is null`
  const family = sql`case when row ? 'family' then row->>'family' when ${is_new} then key end`
  const brand = sql`case when row ? 'brand' then row->>'brand_slug' when ${is_new} then ${sql.lit(no_brand.slug)} end`
  await sql`
    insert into brand (name, slug)
    select name, slug from (
      select distinct on (${brand}) coalesce(row->>'brand', ${no_brand.name}) as name,
        ${brand} as slug, import_id
      from import_row
      where ${waiting} and ${brand} is not null and not exists (
        select from brand where name = row->>'brand' or slug = ${brand})
      order by ${brand}, import_id
    ) missing order by import_id`.execute(trx)
  await sql`
    insert into product_family (code, name)
    select code, name from (
      select distinct on (${family}) ${family} as code,
        coalesce(row->>'name', ${family}) as name, import_id
      from import_row where ${waiting} and ${family} is not null
      order by ${family}, import_id
    ) missing
    where not exists (select from product_family where product_family.code = missing.code)
    order by import_id`.execute(trx)
  await sql`
    create temporary table import_version on commit drop as
    select import_id, coalesce(named.brand_id, brand.brand_id) as brand_id, category_id, family_id,
      null::text as search_text, null::boolean as is_renamed
    from import_row
    left join brand named on named.name = row->>'brand'
    left join brand on brand.slug = ${brand}
    left join import_category on import_category.category_path = row->'category_path'
    left join product_family on product_family.code = ${family}
    where ${waiting}`.execute(trx)
  await sql`create unique index on import_version (import_id)`.execute(trx)
  await sql`analyze import_version`.execute(trx)
}
