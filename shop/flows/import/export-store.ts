import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { ShopRecord, VersionRecord } from '#shop/flows/import/export-row.ts'
import { draftOf } from '#shop/flows/import/content/draft-store.ts'
import { offersOf } from '#shop/flows/import/content/game-store.ts'
import { usedRecords } from '#shop/flows/import/trade/used-unit-store.ts'
import type { RecordKind } from '#shop/flows/import/record-shapes.ts'

/** Every kind of record but products, each with its rows in the sequence of their creation. */
export const definitions: [RecordKind, RawBuilder<unknown>][] = [
  ['province', sql`select to_json(p) as row from province p order by province_id`],
  [
    'shop',
    sql`
      select to_jsonb(s) || jsonb_build_object('technicians', (
        select coalesce(jsonb_object_agg(skill, coalesce(to_jsonb(by_weekday), to_jsonb(technicians))), '{}')
        from shop_skill where shop_skill.shop_id = s.shop_id)) as row
      from shop s order by shop_id`,
  ],
  [
    'customer_group',
    sql`select to_json(g) as row from customer_group g order by customer_group_id`,
  ],
  [
    'brand',
    sql`
      select to_jsonb(b) || jsonb_build_object('faq', ${faq('brand', sql`b.brand_id`)}) as row
      from brand b order by brand_id`,
  ],
  [
    'category',
    sql`
      select to_jsonb(c) || jsonb_build_object(
        'parent', (select code from category p where p.category_id = c.parent_id),
        'path', ${currentPath('category', sql`c.category_id`)},
        'faq', ${faq('category', sql`c.category_id`)},
        'old_paths', coalesce(old.paths, '[]')) as row
      from category c left join (${oldPaths('category')}) old on old.entity_id = c.category_id
      order by category_id`,
  ],
  [
    'attribute_group',
    sql`select to_json(g) as row from attribute_group g order by attribute_group_id`,
  ],
  [
    'attribute',
    sql`
      select to_jsonb(a) || jsonb_build_object('group', g.code) as row
      from attribute a join attribute_group g using (attribute_group_id) order by attribute_id`,
  ],
  [
    'tag',
    sql`
      select to_jsonb(t) || jsonb_build_object('faq', ${faq('tag', sql`t.product_tag_id`)}) as row
      from product_tag t order by product_tag_id`,
  ],
  [
    'family',
    sql`select to_json(f) as row from product_family f where not ${isOwnFamily()} order by family_id`,
  ],
  [
    'flash_sale',
    sql`
      select to_jsonb(s) || jsonb_build_object('items', (
        select coalesce(jsonb_agg(jsonb_build_object('sku', sku, 'price', price, 'slots', total)
          order by item.position, flash_sale_item_id), '[]')
        from flash_sale_item item join quota using (quota_id) join product using (product_id)
        where item.flash_sale_id = s.flash_sale_id)) as row
      from flash_sale s order by flash_sale_id`,
  ],
  ['repair_part', sql`select to_json(p) as row from repair_part p order by position, part_code`],
  [
    'repair_service',
    sql`
      select to_jsonb(s) || jsonb_build_object(
        'path', ${currentPath('repair_service', sql`s.service_id`)},
        'old_paths', coalesce(old.paths, '[]'),
        'options', (
          select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('label', label, 'list_price', list_price,
            'price', price, 'warranty_months', warranty_months, 'is_active', case when not o.is_active then false end,
            'stock', (select jsonb_object_agg(shop.code, quantity)
              from repair_part_stock stock join shop using (shop_id) where stock.option_id = o.option_id)))
            order by position, option_id), '[]')
          from repair_option o where o.service_id = s.service_id)) as row
      from repair_service s left join (${oldPaths('repair_service')}) old on old.entity_id = s.service_id
      order by service_id`,
  ],
  ['trade_grade', sql`select to_json(g) as row from trade_grade g order by grade_code`],
  [
    'trade_question',
    sql`
      select to_jsonb(q) || jsonb_build_object('answers', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('answer_code', answer_code, 'label', label,
          'grade_code', grade_code, 'deduction', deduction, 'note', note)) order by a.position, answer_code), '[]')
        from trade_answer a where a.question_code = q.question_code)) as row
      from trade_question q order by position`,
  ],
  [
    'trade_device',
    sql`
      select to_jsonb(d) || jsonb_build_object('version', product.sku) as row
      from trade_device d left join product using (product_id) order by device_id`,
  ],
  ['used_unit', usedRecords],
  [
    'installment_company',
    sql`
      select to_jsonb(c) || jsonb_build_object('rates', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('months', months,
          'min_prepaid_percent', min_prepaid_percent, 'category', code, 'flat_rate_month', flat_rate_month))
          order by rate_id), '[]')
        from installment_rate r left join category using (category_id) where r.company_id = c.company_id)) as row
      from installment_company c order by position, company_id`,
  ],
  [
    'installment_bank',
    sql`
      select to_jsonb(b) || jsonb_build_object('fees', (
        select coalesce(jsonb_agg(jsonb_build_object('months', months, 'fee_rate', fee_rate) order by months), '[]')
        from installment_bank_fee f where f.bank_code = b.bank_code)) as row
      from installment_bank b order by position, bank_code`,
  ],
  [
    'landing_page',
    sql`
      select to_jsonb(l) || jsonb_strip_nulls(jsonb_build_object(
        'path', ${currentPath('landing_page', sql`l.landing_page_id`)},
        'teasing_path', ${currentPath('landing_teasing', sql`l.landing_page_id`)},
        'dday_path', ${currentPath('landing_dday', sql`l.landing_page_id`)},
        'old_paths', coalesce(old.paths, '[]'))) as row
      from landing_page l left join (${oldPaths('landing_page')}) old on old.entity_id = l.landing_page_id
      order by landing_page_id`,
  ],
  [
    'static_page',
    sql`
      select to_jsonb(p) || jsonb_build_object(
        'path', ${currentPath('static_page', sql`p.static_page_id`)},
        'draft', ${draftOf('trang', sql`p.static_page_id`)},
        'old_paths', coalesce(old.paths, '[]')) as row
      from static_page p left join (${oldPaths('static_page')}) old on old.entity_id = p.static_page_id
      order by static_page_id`,
  ],
  ['author', sql`select to_json(a) as row from author a order by name, author_id`],
  ['post_category', addressed('post_category', sql`p.position, p.post_category_id`)],
  ['post_tag', addressed('post_tag', sql`p.post_tag_id`)],
  [
    'post',
    addressed(
      'post',
      sql`p.post_id`,
      sql`jsonb_build_object(
        'category', (select name from post_category where post_category.post_category_id = p.post_category_id),
        'author', p.author_id,
        'draft', ${draftOf('bai', sql`p.post_id`)},
        'tags', (select coalesce(jsonb_agg(name order by name), '[]')
          from post_tag_member join post_tag using (post_tag_id) where post_tag_member.post_id = p.post_id))`,
    ),
  ],
  ['popup', sql`select to_json(p) as row from popup p order by popup_id`],
  [
    'banner',
    sql`
      select to_jsonb(b) || jsonb_strip_nulls(jsonb_build_object('category', c.code)) as row
      from banner b left join category c using (category_id) order by banner_id`,
  ],
  [
    'game',
    sql`
      select to_jsonb(g) || jsonb_build_object('offers', ${offersOf(sql`g.game_code`)}) as row
      from game g order by game_code`,
  ],
  ['redirect', sql`select to_json(r) as row from redirect_rule r order by path`],
]

/** Whether a family is the one that an import creates for a version without a family. */
function isOwnFamily(): RawBuilder<unknown> {
  return sql`(f.series = '' and exists (select from product own where own.sku = f.code
    and own.name = f.name and own.family_id = f.family_id and own.type = 'configurable'))`
}

/** The rows of a table with their addresses, and with more. */
function addressed(
  kind: 'post_category' | 'post_tag' | 'post',
  sequence: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql`'{}'::jsonb`,
): RawBuilder<unknown> {
  const id = sql.id(`${kind}_id`)
  return sql`
    select to_jsonb(p) || ${more} || jsonb_build_object('path', ${currentPath(kind, sql`p.${id}`)},
      'old_paths', coalesce(old.paths, '[]')) as row
    from ${sql.table(kind)} p left join (${oldPaths(kind)}) old on old.entity_id = p.${id}
    order by ${sequence}`
}

function currentPath(kind: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select path from slug where kind = ${kind} and entity_id = ${id} and is_current)`
}

/** Former addresses of all entities in one query: they are few, and no index finds those of a single entity. */
function oldPaths(kind: string): RawBuilder<unknown> {
  return sql`select entity_id, jsonb_agg(path order by path) as paths from slug
    where kind = ${kind} and not is_current group by entity_id`
}

/** Reads the rows of one kind. */
export async function definitionRows(trx: Tx, query: RawBuilder<unknown>): Promise<ShopRecord[]> {
  const { rows } = await sql<{ row: ShopRecord }>`${query}`.execute(trx)
  return rows.map(({ row }) => row)
}

interface Page extends VersionRecord {
  product_id: number
}

/** The next versions after `product_id`, in the sequence of their creation, with all their data. */
export async function versionsAfter(trx: Tx, product_id: number, size: number): Promise<Page[]> {
  const { rows } = await sql<Page>`
    select v.product_id,
      to_jsonb(v) || ${facts(sql`v.product_id`)} || jsonb_build_object(
        'brand', brand.name, 'category', category.code,
        'family', case when not ${isOwnFamily()} then f.code end,
        'path', ${currentPath('product', sql`v.product_id`)},
        'faq', ${faq('product', sql`v.product_id`)},
        'old_paths', coalesce(old.paths, '[]')) as version,
      (select coalesce(jsonb_agg(${itemRow()} order by i.product_id), '[]')
       from product i where i.parent_id = v.product_id) as items
    from product v
    join brand using (brand_id) join category using (category_id)
    join product_family f using (family_id)
    left join (${oldPaths('product')}) old on old.entity_id = v.product_id
    where v.type = 'configurable' and v.used_of is null and v.product_id > ${product_id}
    order by v.product_id limit ${size}`.execute(trx)
  return rows
}

/** An item with the fields that it does not inherit from its version. */
function itemRow(): RawBuilder<unknown> {
  const country = sql`from price where price.product_id = i.product_id
    and province_id is null and customer_group_id is null`
  return sql`
    jsonb_build_object('sku', i.sku, 'color_name', i.color_name, 'color_slug', i.color_slug,
      'color_hex', i.color_hex, 'identified_by', i.identified_by, 'is_active', i.is_active, 'meta_title', i.meta_title,
      'meta_description', i.meta_description, 'meta_keyword', i.meta_keyword,
      'canonical_tag', i.canonical_tag, 'meta_thumbnail', i.meta_thumbnail,
      'meta_index', i.meta_index, 'meta_follow', i.meta_follow,
      'list_price', (select list_price ${country}), 'sale_price', (select sale_price ${country}),
      'prices', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
            'province_id', province_id, 'customer_group', customer_group.code,
            'list_price', list_price, 'sale_price', sale_price))
          order by province_id nulls first, customer_group_id nulls first), '[]')
        from price left join customer_group using (customer_group_id)
        where price.product_id = i.product_id
          and (province_id is not null or customer_group_id is not null)),
      'stock', (select coalesce(jsonb_object_agg(shop.code, on_hand), '{}')
        from stock join shop using (shop_id) where stock.product_id = i.product_id),
      'media', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
            'src', src, 'alt', alt, 'width', width, 'height', height, 'blur', blur,
            'kind', case when kind <> 'picture' then kind end,
            'position', case when position <> turn then position end)) order by position), '[]')
        from (select *, row_number() over (order by position) - 1 as turn
          from product_media where product_media.product_id = i.product_id) picture)
    ) || ${facts(sql`i.product_id`)}`
}

/** The questions of a record, in their order. */
function faq(kind: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('question', question, 'answer', answer)
      order by position), '[]')
    from faq where kind = ${kind} and entity_id = ${id})`
}

function facts(product_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_build_object(
    'attributes', (select coalesce(jsonb_object_agg(attribute.code,
        coalesce(to_jsonb(trim_scale(value_number)), to_jsonb(value_boolean), to_jsonb(value_text))), '{}')
      from product_attribute join attribute using (attribute_id)
      where product_attribute.product_id = ${product_id}),
    'tags', (select coalesce(jsonb_object_agg(tag_key, product_tag_member.position), '{}')
      from product_tag_member join product_tag using (product_tag_id)
      where product_tag_member.product_id = ${product_id}))`
}
