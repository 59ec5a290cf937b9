import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'

/**
 * Fills a demo shop with orders of three years and of a third as many phones, half as many units, parcels and
 * transfers. Triggers and foreign keys are off meanwhile: the rows are only read. Names are as frequent as in Vietnam,
 * where four of ten people are called Nguyễn.
 */
export async function fillOffice(db: Database, orders: number): Promise<void> {
  await transaction(
    db,
    async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`set local synchronous_commit = off`.execute(tx)
      await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
      const indexes = await dropIndexes(tx)
      await sql`create function bench_word(words text[], n bigint) returns text language sql immutable as
      $$ select words[1 + abs(hashint8(n)) % array_length(words, 1)] $$`.execute(tx)
      await sql`
      insert into sales_order (order_id, code, customer_id, quote_id, state, payment_method, province_id, phone,
        recipient, list_total, discount, subtotal, shipping_fee, grand_total, created_at, expires_at, shop_id, is_paid)
      overriding system value
      select n, 'DH' || to_char(made.at, 'YYMMDD') || '-' || upper(lpad(to_hex(n), 8, '0')), n, n + 1000000000, made.state, 'cod',
        province.province_id, made.phone,
        jsonb_build_object('name', made.name, 'phone', made.phone, 'email', null, 'recipient_name', null,
          'recipient_phone', case when n % 10 = 0 then '+8498' || lpad((abs(hashint8(n * 7)) % 10000000)::text, 7, '0') end,
          'shipping_method', 'home_delivery', 'province_id', province.province_id, 'address_text', 'Số ' || n || ' Lê Lợi'),
        5000000, 0, 5000000, 0, 5000000, made.at, null, shop.shop_id, made.state = 'delivered'
      from (
        select n, now() - make_interval(secs => n * 94608000.0 / ${orders}::integer) as at,
          '+849' || lpad((abs(hashint8(n % (${orders}::integer / 3))) % 100000000)::text, 8, '0') as phone,
          concat_ws(' ', bench_word(${families}::text[], n % (${orders}::integer / 3)),
            bench_word(${middles}::text[], n % (${orders}::integer / 3) + 1000000000),
            bench_word(${givens}::text[], n % (${orders}::integer / 3) + 2000000000)) as name,
          case when n < ${orders}::integer / 1000 then 'pending' when n < ${orders}::integer / 500 then 'confirmed'
            when n % 10 = 0 then 'cancelled' else 'delivered' end as state
        from generate_series(1, ${orders}::integer) n
      ) made
      join (select province_id, row_number() over (order by province_id) - 1 as place, count(*) over () as total
        from province) province on province.place = made.n % province.total
      join (select shop_id, row_number() over (order by shop_id) - 1 as place, count(*) over () as total
        from shop where is_active) shop on shop.place = made.n % shop.total
    `.execute(tx)
      await sql`
      insert into sales_order_line (order_id, position, item_id, item_type, item_quantity, sku, name, url_path, price,
        final_price, line_total, price_trace, mechanic_price)
      select n, 1, item.product_id, 1, 1, item.sku, item.name, '/', 5000000, 5000000, 5000000, '[]', 5000000
      from generate_series(1, ${orders}::integer) n
        join (select product_id, sku, name, row_number() over (order by product_id) - 1 as place, count(*) over () as total
          from product where type = 'simple') item on item.place = n % item.total
    `.execute(tx)
      await sql`
      insert into parcel (code, order_id, shop_id, carrier, carrier_code, state, weight_g, cod_amount, created_at, updated_at)
      select 'VD' || translate(lpad(n::text, 9, '0'), '01', 'ZY'), order_id, shop_id, 'ghn', 'GHN' || lpad(n::text, 9, '0'),
        'delivered', 500, 0, created_at, created_at
      from (select *, row_number() over (order by order_id) as n from sales_order where state = 'delivered' and order_id % 3 = 0) o
    `.execute(tx)
      await sql`
      insert into bank_message (relay, relay_id, order_id, amount, content, reference, outcome, received_at)
      select 'sepay', order_id, order_id, 5000000, 'MBVCB.' || order_id || '.' || replace(code, '-', '') || ' CT tu 0' || order_id,
        'FT' || order_id, 'paid', created_at
      from sales_order where order_id % 5 = 0
    `.execute(tx)
      await fillUnits(tx, orders)
      for (const { definition } of indexes) await sql.raw(definition).execute(tx)
      // Orders of shoppers come after these.
      await sql`select setval(pg_get_serial_sequence('sales_order', 'order_id'), ${orders})`.execute(
        tx,
      )
      await sql`drop function bench_word`.execute(tx)
    },
    { statement_timeout_ms: 1_800_000 },
  )
}

/** Indexes are dropped and made again from all rows: with them, a row costs ten times as much. */
async function dropIndexes(tx: Tx): Promise<{ definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('sales_order'::regclass, 'sales_order_line'::regclass, 'parcel'::regclass,
        'bank_message'::regclass, 'unit'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(tx)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(tx)
  return rows
}

async function fillUnits(db: Database, orders: number): Promise<void> {
  await sql`
    insert into unit (product_id, imei1, state, shop_id, order_code, created_at)
    select item.product_id, '35' || lpad(o.order_id::text, 13, '0'),
      case when o.order_id % 20 = 0 then 'in_stock' else 'sold' end,
      case when o.order_id % 20 = 0 then o.shop_id end, case when o.order_id % 20 <> 0 then o.code end, o.created_at
    from sales_order o join (
      select product_id, row_number() over (order by product_id) - 1 as place, count(*) over () as total
      from product where identified_by is not null) item on item.place = o.order_id % item.total
    where o.order_id <= ${orders}::integer / 2
  `.execute(db)
  await sql`insert into unit_code (code, unit_id) select imei1, unit_id from unit
    where imei1 like '35000%' on conflict do nothing`.execute(db)
}

const families = [
  ...Array<string>(38).fill('Nguyễn'),
  ...Array<string>(11).fill('Trần'),
  ...Array<string>(10).fill('Lê'),
  ...Array<string>(7).fill('Phạm'),
  ...[
    'Hoàng',
    'Huỳnh',
    'Phan',
    'Vũ',
    'Võ',
    'Đặng',
    'Bùi',
    'Đỗ',
    'Hồ',
    'Ngô',
    'Dương',
    'Lý',
    'Mai',
    'Tô',
  ],
]
const middles = [
  'Văn',
  'Thị',
  'Văn',
  'Thị',
  'Minh',
  'Ngọc',
  'Đức',
  'Thanh',
  'Hữu',
  'Quốc',
  'Gia',
  'Bảo',
]
const givens =
  'An Anh Bình Châu Chi Cường Dung Dũng Duy Đạt Đức Giang Hà Hải Hạnh Hiếu Hoa Hòa Hùng Huy Hương Khánh Khoa Lan Linh Long Loan Mai Minh Nam Nga Ngân Nghĩa Ngọc Nhi Nhung Phong Phúc Phương Quân Quang Quỳnh Sơn Tâm Tân Thảo Thắng Thành Thu Thủy Tiến Toàn Trang Trinh Trung Tú Tuấn Tùng Uyên Vân Việt Vinh Vy Yến'.split(
    ' ',
  )
