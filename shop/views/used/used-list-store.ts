import { sql, type RawBuilder } from 'kysely'
import type { Picture } from '#contracts/storefront/catalog.ts'
import type { UsedCard, UsedFacet, UsedQuestion } from '#contracts/storefront/trade/used.ts'
import type { Database } from '#db/schema.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'

interface CardRow extends Omit<UsedCard, 'new_price' | 'picture'> {
  total: number
  picture: Picture | null
}

/** Groups the devices that can be bought and fit the question by version and grade, and counts the groups. */
export async function listCards(db: Database, question: UsedQuestion): Promise<CardRow[]> {
  const { page, size, sort } = question
  const { rows } = await sql<CardRow>`
    with cards as (
      select version_id, grade, count(*) as quantity, min(price) as price, max(battery) as battery,
        max(listed_at) as listed_at, count(*) over () as total,
        min(array[price, product_id, shop_id]) as cheapest
      from used_unit used
      where used.state = 'listed' and ${ofUnits(question)} and ${ofVersions(question)}
      group by version_id, grade
      order by case ${sort}::text when 'price-asc' then min(price) when 'price-desc' then -min(price)
        when 'battery' then -coalesce(max(battery), 0) end, max(listed_at) desc, version_id, grade
      limit ${size} offset ${(page - 1) * size}
    )
    select cards.total, cards.version_id, version.name, '/' || slug.path as path, cards.grade, cards.price,
      cards.quantity, shop.name as shop_name, province.name as province_name, version.used_of as new_product_id,
      (select json_build_object('src', src, 'alt', alt, 'width', width, 'height', height)
       from product_media where product_id = cards.cheapest[2] order by position limit 1) as picture
    from cards
    join product version on version.product_id = cards.version_id
    join slug on slug.kind = 'product' and slug.entity_id = cards.version_id and slug.is_current
    join shop on shop.shop_id = cards.cheapest[3]
    join province on province.province_id = shop.province_id
    order by case ${sort}::text when 'price-asc' then cards.price when 'price-desc' then -cards.price
      when 'battery' then -coalesce(cards.battery, 0) end, cards.listed_at desc, cards.version_id, cards.grade
  `.execute(db)
  return rows
}

/** The conditions on the device itself; an absent filter is null. */
function ofUnits(question: UsedQuestion): RawBuilder<unknown> {
  const { grades, min_battery = null, min_price = null, max_price = null } = question
  const { at_province_id = null, shop_id = null } = question
  return sql`
    (cardinality(${grades}::text[]) = 0 or used.grade = any(${grades}::text[]))
    and (${min_battery}::integer is null or used.battery >= ${min_battery}::integer)
    and (${min_price}::bigint is null or used.price >= ${min_price}::bigint)
    and (${max_price}::bigint is null or used.price <= ${max_price}::bigint)
    and (${shop_id}::bigint is null or used.shop_id = ${shop_id}::bigint)
    and (${at_province_id}::integer is null
      or used.shop_id = any(array(select shop_id from shop join province using (province_id)
        where official_code = (select official_code from province where province_id = ${at_province_id}::integer))))`
}

/** The conditions on the version. The versions are few: their ids are read once, whatever the number of devices. */
function ofVersions({ kind = null, series = null, q }: AskedVersions): RawBuilder<unknown> {
  const words = fold(q).split(' ').filter(Boolean)
  const asks_all = kind === null && series === null && words.length === 0
  return sql`(${asks_all}::boolean or used.version_id = any(array(
    select version.product_id from product version
    join category on category.category_id = version.category_id
    join category root on root.category_id = category.path[1]
    join product_family family on family.family_id = version.family_id
    where version.used_of is not null and version.type = 'configurable'
      and (${kind}::text is null or root.code = ${kind}::text)
      and (${series}::text is null or coalesce(nullif(family.series, ''), family.name) = ${series}::text)
      and not exists (select from unnest(${words}::text[]) word where strpos(version.search_text, word) = 0))))`
}

interface AskedVersions {
  kind?: string | null | undefined
  series?: string | null | undefined
  q: string
}

interface FacetRow extends UsedFacet {
  facet: 'kind' | 'series' | 'grade' | 'province'
}

/** Counts the devices that can be bought by kind, and those of a kind by series, grade and province of today. */
export async function countFacets(db: Database, kind: string | undefined): Promise<FacetRow[]> {
  const { rows } = await sql<FacetRow>`
    with counted as materialized (
      select version_id, grade, shop.province_id, count(*) as quantity
      from used_unit used join shop using (shop_id)
      where state = 'listed' group by version_id, grade, shop.province_id
    ), named as (
      select counted.*, root.code as kind, root.name as kind_name, root.position as kind_position,
        coalesce(nullif(family.series, ''), family.name) as series
      from counted join product version on version.product_id = counted.version_id
      join category on category.category_id = version.category_id
      join category root on root.category_id = category.path[1]
      join product_family family on family.family_id = version.family_id
    ), of_kind as (
      select * from named where ${kind ?? null}::text is null or kind = ${kind ?? null}::text
    )
    (select 'kind' as facet, kind as value, kind_name as name, sum(quantity)::integer as quantity
      from named group by kind, kind_name, kind_position order by kind_position)
    union all
    (select 'series', series, series, sum(quantity)::integer from of_kind group by series
      order by sum(quantity) desc, series limit 24)
    union all
    (select 'grade', grade, grade, sum(quantity)::integer from of_kind group by grade)
    union all
    (select 'province', (array_agg(province_id order by province.name = official.name desc, province.position, province_id))[1]::text,
        official.name, sum(quantity)::integer
      from of_kind join province using (province_id)
      join official_province official on official.province_code = province.official_code
      group by official.name order by official.name collate vietnamese)
  `.execute(db)
  return rows
}
