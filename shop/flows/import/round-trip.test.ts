import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportShop } from '#shop/flows/import/export-shop.ts'
import { importShop } from '#shop/flows/import/import-shop.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { repeats } from '#test/support/repeats.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiem-round-trip-'))
const reserved: string[] = []
let demo: TestDatabase

beforeAll(async () => {
  demo = await testDatabase({ seeded: true })
  await importShop(demo.db, 'test/fixtures/load-catalogue.ndjson', { reserved, initial_stock: 3 })
  await fillEveryColumn()
})
afterAll(async () => {
  await demo.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Columns that an import gives itself: ids, times, and what is derived from other columns. */
const own_columns = new Set([
  ...['shop_id', 'brand_id', 'category_id', 'parent_id', 'attribute_group_id', 'attribute_id'],
  ...[
    'product_tag_id',
    'family_id',
    'product_id',
    'changed_at',
    'created_at',
    'search_text',
    'faq_id',
    'flash_sale_id',
    'service_id',
    'option_id',
    'device_id',
    'rate_id',
    'sealed_secret',
    ...[
      'landing_page_id',
      'static_page_id',
      ...['post_id', 'post_category_id', 'post_tag_id', 'popup_id', 'banner_id'],
      'redirect_rule_id',
      'version',
      'changed_by',
      'preview_key',
    ],
    'version_id',
    'unit_id',
  ],
])
/** A category's column `path` is the list of its parents. Items have no texts of their own. */
const derived: Readonly<Record<string, readonly string[]>> = {
  used_unit: ['version'],
  category: ['path'],
  item: ['version_label', 'description', 'sold_before'],
}

/** Every table that records are written to, with the natural keys of its rows. */
const tables: Readonly<Record<string, { from: string; row: string; key: string }>> = {
  province: { from: 'province t', row: 't', key: 'province_id' },
  shop: { from: 'shop t', row: 't', key: 'code' },
  technicians: {
    from: '(select k.*, code from shop_skill k join shop using (shop_id)) t',
    row: 't',
    key: 't.code',
  },
  customer_group: { from: 'customer_group t', row: 't', key: 'code' },
  brand: { from: 'brand t', row: 't', key: 'name' },
  category: { from: 'category t', row: 't', key: 'code' },
  attribute_group: { from: 'attribute_group t', row: 't', key: 'code' },
  attribute: {
    from: 'attribute t join attribute_group using (attribute_group_id)',
    row: 't',
    key: `concat(attribute_group.code, ' ', t.code)`,
  },
  tag: { from: 'product_tag t', row: 't', key: 'tag_key' },
  family: { from: 'product_family t', row: 't', key: 'code' },
  version: {
    from: `product t where type = 'configurable' and used_of is null`,
    row: 't',
    key: 'sku',
  },
  item: { from: `product t where type = 'simple' and used_of is null`, row: 't', key: 'sku' },
  picture: {
    from: 'product_media t join product using (product_id) where used_of is null',
    row: 't',
    key: 'sku',
  },
  question: {
    from: `(select f.*, coalesce(c.code, p.sku, g.tag_key, b.name) as of from faq f
      left join category c on f.kind = 'category' and c.category_id = f.entity_id
      left join product p on f.kind = 'product' and p.product_id = f.entity_id
      left join product_tag g on f.kind = 'tag' and g.product_tag_id = f.entity_id
      left join brand b on f.kind = 'brand' and b.brand_id = f.entity_id) t`,
    row: `(to_jsonb(t) - 'entity_id')`,
    key: 't.of',
  },
  flash_sale: { from: 'flash_sale t', row: 't', key: 'code' },
  flash_item: {
    from: `(select sale.code, product.sku, item.price, item.position, quota.total
      from flash_sale sale join flash_sale_item item using (flash_sale_id) join quota using (quota_id)
      join product using (product_id)) t`,
    row: 't',
    key: 't.code',
  },
  repair_part: { from: 'repair_part t', row: 't', key: 'part_code' },
  repair_service: { from: 'repair_service t', row: 't', key: 'sku' },
  repair_option: {
    from: 'repair_option t join repair_service using (service_id)',
    row: 't',
    key: 'sku',
  },
  repair_part_stock: {
    from: `(select service.sku, label, shop.code, quantity from repair_part_stock
      join repair_option using (option_id) join repair_service service using (service_id)
      join shop using (shop_id)) t`,
    row: 't',
    key: 't.sku',
  },
  trade_grade: { from: 'trade_grade t', row: 't', key: 'grade_code' },
  trade_question: { from: 'trade_question t', row: 't', key: 'question_code' },
  trade_answer: { from: 'trade_answer t', row: 't', key: 'question_code' },
  trade_device: {
    from: '(select d.*, sku from trade_device d left join product using (product_id)) t',
    row: 't',
    key: 'code',
  },
  used_unit: {
    from: `(select used.*, imei1, imei2, serial, cost, item.is_active, item.sku, new.sku as new_sku,
        shop.code as at_shop, (select sum(on_hand) from stock where stock.product_id = used.product_id) as on_hand,
        (select json_agg((src, position, width) order by position) from product_media media
          where media.product_id = used.product_id) as media
      from used_unit used join unit using (unit_id, product_id)
      join product item on item.product_id = used.product_id join product new on new.product_id = item.used_of
      join shop on shop.shop_id = used.shop_id where unit.state = 'in_stock') t`,
    row: 't',
    key: 't.imei_id',
  },
  installment_company: { from: 'installment_company t', row: 't', key: 'company_id' },
  installment_rate: {
    from: '(select r.*, code from installment_rate r left join category using (category_id)) t',
    row: 't',
    key: 'company_id',
  },
  installment_bank: { from: 'installment_bank t', row: 't', key: 'bank_code' },
  installment_bank_fee: { from: 'installment_bank_fee t', row: 't', key: 'bank_code' },
  landing_page: { from: 'landing_page t', row: 't', key: 'code' },
  landing_address: {
    from: `(select path, slug.kind, is_current, code from slug join landing_page on landing_page_id = entity_id
      where slug.kind like 'landing%') t`,
    row: 't',
    key: 't.path',
  },
  static_page: { from: 'static_page t', row: 't', key: 'code' },
  static_address: {
    from: `(select path, is_current, code from slug join static_page on static_page_id = entity_id
      where slug.kind = 'static_page') t`,
    row: 't',
    key: 't.path',
  },
  author: { from: 'author t', row: 't', key: 'author_id' },
  post_category: { from: 'post_category t', row: 't', key: 'name' },
  post_tag: { from: 'post_tag t', row: 't', key: 'name' },
  post: {
    from: '(select p.*, c.name as category from post p join post_category c using (post_category_id)) t',
    row: 't',
    key: 'code',
  },
  tag_of_post: {
    from: `(select code, name from post_tag_member join post using (post_id) join post_tag using (post_tag_id)) t`,
    row: 't',
    key: 'code',
  },
  article_address: {
    from: `(select path, slug.kind, is_current, coalesce(post.code, c.name, tag.name) as of from slug
      left join post on slug.kind = 'post' and post_id = entity_id
      left join post_category c on slug.kind = 'post_category' and c.post_category_id = entity_id
      left join post_tag tag on slug.kind = 'post_tag' and tag.post_tag_id = entity_id
      where slug.kind like 'post%') t`,
    row: 't',
    key: 't.path',
  },
  popup: { from: 'popup t', row: 't', key: 'code' },
  banner: {
    from: `(select banner.*, category.code as category from banner left join category using (category_id)) t`,
    row: 't',
    key: 'code',
  },
  draft: {
    from: `(select coalesce(post.code, page.code) as code, publish_at, draft - 'post_category_id'
        || jsonb_build_object('category', (select name from post_category
          where post_category_id = (draft->>'post_category_id')::bigint)) as draft
      from content_edit edit left join post on edit.code = 'bai-' || post_id
      left join static_page page on edit.code = 'trang-' || static_page_id where draft is not null) t`,
    row: 't',
    key: 'code',
  },
  game: { from: 'game t', row: 't', key: 'game_code' },
  game_offer: { from: 'game_offer t', row: 't', key: 'game_code' },
  game_prize: { from: 'game_prize t', row: 't', key: 'game_code' },
  redirect: { from: 'redirect_rule t', row: 't', key: 'path' },
  address: {
    from: `(select path, is_current, sku from slug join repair_service on service_id = entity_id
      where kind = 'repair_service') t`,
    row: 't',
    key: 't.sku',
  },
}

/** Every column of every table, without those that an import gives itself. */
async function wholeRows(shop: TestDatabase): Promise<Record<string, unknown[]>> {
  const whole: Record<string, unknown[]> = {}
  // One after the other: on a busy machine the last of fifty at once waits too long for a connection.
  for (const [name, { from, row, key }] of Object.entries(tables)) {
    const { rows } = await sql
      .raw<{ key: unknown; row: Record<string, unknown> }>(
        `select ${key} as key, to_jsonb(${row}) as row from ${from}`,
      )
      .execute(shop.db)
    const kept = rows.map((each) => {
      const columns = Object.entries(each.row).filter(
        ([column]) => !own_columns.has(column) && !derived[name]?.includes(column),
      )
      return JSON.stringify([each.key, Object.fromEntries(columns.toSorted())])
    })
    whole[name] = kept.toSorted()
  }
  return whole
}

/** Gives every kind of record a value in the columns that the demo leaves empty. */
async function fillEveryColumn(): Promise<void> {
  const statements = [
    `update brand set description = '<p>Hãng ' || brand_id || '</p>', logo = '/media/brands/' || brand_id || '.svg'`,
    `update attribute set facet_bounds = '{5,6.3,7}', better = case when attribute_id % 2 = 0 then 'lower' else 'higher' end
     where data_type = 'number' and attribute_id % 3 > 0`,
    `update product_tag set description = '<p>Nhóm ' || tag_key || '</p>', meta_thumbnail = '/media/tags/a.webp',
       meta_follow = false`,
    `update category set canonical_tag = '/danh-muc', meta_thumbnail = '/media/c.webp', meta_index = false
     where category_id % 3 = 0`,
    `update product set canonical_tag = '/khac', meta_thumbnail = '/media/p.webp', meta_index = false,
       meta_follow = false, meta_title = 'Tiêu đề ' || sku where product_id % 7 = 0`,
    `insert into faq (kind, entity_id, position, question, answer)
     select 'tag', product_tag_id, 0, 'Nhóm này là gì?', '<p>Là nhóm.</p>' from product_tag
       where not exists (select from faq where kind = 'tag' and entity_id = product_tag_id)
     union all select 'brand', brand_id, n, 'Hỏi ' || n, '<p>Đáp</p>' from brand, generate_series(0, 1) n
       where not exists (select from faq where kind = 'brand' and entity_id = brand_id)`,
    `update customer_group set name = code || ' (thử)'`,
    `update shop set zalo_link = 'https://zalo.me/1', google_link = 'https://maps.google.com/x',
       google_map_address = 'x', shop_description = 'Gần chợ', is_active = shop_id % 5 > 0`,
    `update shop_skill set technicians = 3, by_weekday = '{1,3,2,3,3,1,0}' where shop_id % 3 = 0 and skill = 'any'`,
    `update flash_sale set per_customer = flash_sale_id, is_online_only = flash_sale_id % 2 = 0, pay_within_s = 600,
       excludes = '{voucher}', is_active = flash_sale_id % 4 > 0`,
    `update repair_part set needs_part = false where position % 3 = 0`,
    `update repair_service set description = '<p>Nhanh</p>', is_active = service_id % 5 > 0, meta_index = false,
       meta_follow = false, meta_title = 'Tiêu đề ' || sku, meta_description = 'Mô tả', meta_keyword = 'sửa',
       canonical_tag = '/khac', meta_thumbnail = '/media/s.webp' where service_id % 7 = 0`,
    `update repair_option set is_active = false, list_price = null where option_id % 6 = 0`,
    `update repair_part_stock set quantity = reserved where shop_id = 1`,
    `insert into slug (path, kind, entity_id, is_current) values ('thay-pin-ip-13', 'repair_service', 2, false)`,
    `update trade_question set device_kinds = '{laptop,dien-thoai}', is_active = false where position = 7`,
    `update trade_device set is_active = false, upgrade_bonus = 0 where device_id % 5 = 0`,
    `update installment_company set min_age = 20, max_age = 60, asks = '{income}', relatives = 1,
       pictures = '{id_front}', way = 'online', url = 'https://vay.example.test', contact_email = 'a@example.test',
       reserve_hours = 24, sign_hours = 24, is_active = false where position % 2 = 0`,
    `update installment_bank set is_active = false where position % 2 = 1`,
    `update landing_page set is_active = landing_page_id % 3 > 0, recurs = 'yearly', meta_index = false, meta_follow = false,
       meta_keyword = 'tết', canonical_tag = '/khac', meta_thumbnail = '/media/l.webp' where landing_page_id % 2 = 0`,
    `insert into slug (path, kind, entity_id, is_current) values ('tet-cu', 'landing_page', 2, false)`,
    `update static_page set is_active = static_page_id % 3 > 0, is_in_footer = static_page_id % 5 > 0, meta_index = false,
       meta_follow = false, meta_title = 'Tiêu đề', meta_description = 'Mô tả', meta_keyword = 'bảo hành',
       canonical_tag = '/khac', meta_thumbnail = '/media/t.webp' where static_page_id % 2 = 0`,
    `insert into slug (path, kind, entity_id, is_current) values ('doi-tra', 'static_page', 6, false)`,
    `update post set is_active = post_id % 3 > 0, image = null, image_width = null, image_height = null, meta_index = false,
       meta_follow = false, meta_title = 'Tiêu đề', meta_description = 'Mô tả', meta_keyword = 'pin',
       canonical_tag = '/khac', meta_thumbnail = '/media/t.webp', updated_at = published_at + interval '3 days'
     where post_id % 2 = 0`,
    `delete from post_tag_member where post_id = 1`,
    `update post_category set meta_title = 'Tiêu đề', meta_follow = false, meta_thumbnail = '/media/t.webp'`,
    `update post_tag set meta_description = 'Mô tả', meta_index = false, canonical_tag = '/khac'`,
    `update author set bio = 'Người viết', image = '/media/a.webp', meta_keyword = 'tác giả'`,
    `update popup set is_active = false, exclude_page = '/cart|/dat-lich', ink = '#ffffff', priority = 3, sentence = ''
     where popup_id % 2 = 0`,
    `update banner set is_active = false, ink = '#ffffff', alt = 'Tết', eyebrow = 'Mới', image_blur = null,
       starts_at = '2027-01-05 03:00:00+00', ends_at = '2027-02-05 03:00:00+00' where banner_id % 3 = 0`,
    `insert into content_edit (code, draft, publish_at, changed_at, changed_by)
     select 'bai-' || post_id, jsonb_build_object('title', 'Bản mới', 'path', 'ban-moi', 'post_category_id', post_category_id,
       'author_id', author_id, 'is_in_footer', true, 'tags', 'pin, sạc', 'image', '', 'excerpt', 'Tóm tắt',
       'body', '<p>Một câu.</p>', 'meta_title', '', 'meta_description', '', 'meta_keyword', '', 'canonical_tag', '',
       'meta_index', true, 'meta_follow', false), case when post_id % 2 = 0 then '2027-01-05 03:00:00.5+00'::timestamptz end,
       now(), 'Lan' from post where post_id % 3 = 0
     union all select 'trang-' || static_page_id, jsonb_build_object('title', 'Trang mới', 'path', 'trang-moi',
       'post_category_id', null, 'author_id', null, 'is_in_footer', false, 'tags', '', 'image', '', 'excerpt', 'Tóm tắt',
       'body', '<p>Một câu.</p>', 'meta_title', '', 'meta_description', '', 'meta_keyword', '', 'canonical_tag', '',
       'meta_index', true, 'meta_follow', true), null, now(), 'Lan' from static_page where static_page_id = 3`,
    `update landing_page set draft_blocks = blocks, draft_at = '2027-01-05 03:00:00+00' where landing_page_id % 4 = 0`,
    `update game set is_open = false where game_code = 'jump-jump'`,
    `insert into game_offer values ('fruit-ninja', '2027-02-01', 20, 100000, 'KM-12'), ('fruit-ninja', '2027-03-01', 0, 0, '')`,
    `insert into game_prize values ('fruit-ninja', '2027-02-01', 2000, 30000), ('fruit-ninja', '2027-02-01', 900, 5000)`,
    `insert into slug (path, kind, entity_id, is_current) values ('bai-cu', 'post', 2, false)`,
    `insert into redirect_rule (path, is_prefix, target, status, is_external, is_active, note) values
       ('/cu', true, '/tin-tuc', 302, false, true, 'in trên tờ rơi'), ('/ngoai', false, 'https://a.example/b?c=1', 301, true, false, '')`,
    `update used_unit set state = 'withdrawn', battery = null, replaced_parts = '{}', tests = '[]', price = null,
       used_since = null, listed_at = null, owner_count = 3, source = 'trade_in', source_reference = 'TC-1',
       condition_notes = 'Xước "nhẹ"; viền', version = 0 where imei_id % 7 = 0 and state = 'listed'`,
    `update product set is_active = false where product_id in (select product_id from used_unit where state = 'withdrawn')`,
    `delete from price where product_id in (select product_id from used_unit where price is null)`,
    `update quota set total = null where quota_id in (select min(quota_id) from flash_sale_item)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(demo.db)
}

test.each(repeats({ verify: ['whole.csv'], soak: ['whole.ndjson', 'whole.csv'] }))(
  'every column of every kind of record comes back from %s',
  { timeout: 60_000 },
  async (name) => {
    const empty = await testDatabase()
    await exportShop(demo.db, join(folder, name))
    const own = await importShop(demo.db, join(folder, name), { reserved })
    expect(own).toMatchObject({ added: 0, changed: 0, rejected: 0, notes: [] })
    const result = await importShop(empty.db, join(folder, name), { reserved })
    // The seven groups of members, the home page and the games are in every shop; two games differ.
    expect(result).toMatchObject({ changed: 10, rejected: 0, notes: [] })
    const [before, after] = await Promise.all([wholeRows(demo), wholeRows(empty)])
    for (const [table, rows] of Object.entries(before)) {
      const found = after[table] ?? []
      const [were, are] = [new Set(rows), new Set(found)]
      const lost = rows.filter((row) => !are.has(row))
      const got = found.filter((row) => !were.has(row))
      expect({ table, lost: lost.slice(0, 2), got: got.slice(0, 2) }).toEqual({
        table,
        lost: [],
        got: [],
      })
      expect(rows.length).toBeGreaterThan(0)
    }
    await empty.close()
  },
)
