import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { replaceChildren } from '#shop/flows/import/upsert.ts'

/** Vietnamese names of attributes that files of other shops contain. */
const known_names: Record<string, string> = {
  mpn: 'Mã nhà sản xuất',
  gtin: 'Mã vạch (GTIN)',
  year: 'Năm ra mắt',
}

/** The group of attributes that have no line of their own. */
const other_group = { code: 'khac', name: 'Thông số khác' }

const about = (field: string) => sql`
  select product_id, row from import_row
  where record in ('version', 'item') and reason is null and row ? ${field}`

/** Refuses products whose value does not have the data type of the attribute. */
export async function checkFacts(trx: Tx): Promise<void> {
  await sql`
    with wrong as (
      select import_id, min(attribute.code || ' must be a ' || attribute.data_type || ', not ' || fact.value) as problem
      from import_row, jsonb_each(row->'attributes') fact
      join attribute on attribute.code = fact.key
      where record in ('version', 'item') and reason is null and row ? 'attributes'
        and ((attribute.data_type = 'number' and jsonb_typeof(fact.value) <> 'number')
          or (attribute.data_type = 'boolean' and jsonb_typeof(fact.value) <> 'boolean'))
      group by import_id
    )
    update import_row set reason = problem from wrong where import_row.import_id = wrong.import_id`.execute(
    trx,
  )
}

/** Writes attributes, tags and pictures, and creates the attributes and tags that have no line of their own. */
export async function writeFacts(trx: Tx): Promise<void> {
  await createAttributes(trx)
  await replaceChildren(trx, {
    table: 'product_attribute',
    keys: ['attribute_id'],
    values: ['value_text', 'value_number', 'value_boolean'],
    scope: about('attributes'),
    wanted: sql`
      select product_id, attribute_id,
        case data_type when 'text' then fact.value #>> '{}' end as value_text,
        case data_type when 'number' then (fact.value #>> '{}')::numeric end as value_number,
        case data_type when 'boolean' then (fact.value #>> '{}')::boolean end as value_boolean
      from scope, jsonb_each(row->'attributes') fact join attribute on attribute.code = fact.key`,
  })
  await sql`
    insert into product_tag (tag_key, name)
    select tag, tag from import_row, jsonb_object_keys(row->'tags') tag
    where record in ('version', 'item') and reason is null and jsonb_typeof(row->'tags') = 'object'
    group by tag order by min(import_id)
    on conflict (tag_key) do nothing`.execute(trx)
  await replaceChildren(trx, {
    table: 'product_tag_member',
    keys: ['product_tag_id'],
    values: ['position'],
    scope: sql`${about('tags')} and jsonb_typeof(row->'tags') = 'object'`,
    wanted: sql`
      select product_id, product_tag_id, tag.value::integer as position
      from scope, jsonb_each_text(row->'tags') tag join product_tag on tag_key = tag.key`,
  })
  await replaceChildren(trx, {
    table: 'product_media',
    keys: ['position'],
    values: ['src', 'alt', 'width', 'height', 'blur', 'kind'],
    scope: about('media'),
    wanted: sql`
      select product_id, coalesce((picture->>'position')::integer, turn::integer - 1) as position, picture->>'src' as src,
        picture->>'alt' as alt, (picture->>'width')::integer as width,
        (picture->>'height')::integer as height, coalesce(picture->>'kind', 'picture') as kind,
        coalesce(picture->>'blur', (select known.blur from product_media known
          where known.product_id = scope.product_id and known.src = picture->>'src'
            and known.position = coalesce((picture->>'position')::integer, turn::integer - 1)))
          as blur
      from scope, jsonb_array_elements(row->'media') with ordinality as list (picture, turn)`,
  })
}

/** Creates attributes. The data type is number or boolean when all values have it, else text. */
async function createAttributes(trx: Tx): Promise<void> {
  const missing = sql`
    select fact.key as code, min(import_id) as first,
      case when bool_and(jsonb_typeof(fact.value) = 'number') then 'number'
        when bool_and(jsonb_typeof(fact.value) = 'boolean') then 'boolean' else 'text' end as data_type
    from import_row, jsonb_each(row->'attributes') fact
    where record in ('version', 'item') and reason is null and row ? 'attributes'
      and not exists (select from attribute where attribute.code = fact.key)
    group by fact.key`
  const { rows } = await sql<{ code: string; data_type: string }>`
    select code, data_type from (${missing}) missing order by first, code`.execute(trx)
  if (rows.length === 0) return
  await sql`
    insert into attribute_group (code, name, position)
    values (${other_group.code}, ${other_group.name},
      (select coalesce(max(position), 0) + 1 from attribute_group))
    on conflict (code) do nothing`.execute(trx)
  const names = rows.map(({ code }) => known_names[code] ?? nameOfCode(code))
  await sql`
    insert into attribute (attribute_group_id, code, name, data_type, position)
    select attribute_group_id, code, name, data_type,
      turn + (select coalesce(max(position), 0) from attribute)
    from unnest(${rows.map((row) => row.code)}::text[], ${names}::text[],
        ${rows.map((row) => row.data_type)}::text[]) with ordinality as missing (code, name, data_type, turn),
      (select attribute_group_id from attribute_group where code = ${other_group.code}) other
    order by turn`.execute(trx)
}

/** A name for an attribute that has only a code: usb_headers_usb_2_0 → Usb headers usb 2 0. */
function nameOfCode(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
