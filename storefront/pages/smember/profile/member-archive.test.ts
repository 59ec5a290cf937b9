import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { csvReader } from '#pure/formats/csv.ts'
import { addLenders, loan_env, sentLoan } from '#test/goods/loans.ts'
import { addTradeIns, quoteTrade, some_imei } from '#test/goods/trade-ins.ts'
import { aMember } from '#test/members/loyalty.ts'
import { unzipped } from '#test/members/unzipped.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout(loan_env)

async function archiveOf(token: string): Promise<Record<string, string>> {
  const response = await fetch(`${checkout.door.url}/smember/du-lieu`, {
    headers: { cookie: `member_token=${token}` },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="smember.zip"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  return unzipped(Buffer.from(await response.arrayBuffer()))
}

const recordsOf = (text: string | undefined = '') => {
  const reader = csvReader(',')
  return [...reader.push(text.slice(1)), ...reader.end()].map(({ cells }) => cells)
}

test('a member takes everything with them in one archive, more orders than one part, and nothing of others', async () => {
  const { db } = checkout.own
  const lan = await aMember(checkout)
  await lan.prepare(products.cable, 2)
  const { code } = dataOf<Order>(await lan.order())
  await addLenders(db)
  const loan = await sentLoan(lan)
  const binh = await aMember(checkout)
  await binh.prepare(products.phone)
  const foreign = dataOf<Order>(await binh.order()).code
  // Copies without lines: what they cost does not add up.
  await sql`alter table sales_order disable trigger user`.execute(db)
  await sql`with quotes as (
      insert into quote overriding system value select (jsonb_populate_record(q, jsonb_build_object(
        'quote_id', 900000 + n, 'is_open', false))).*
      from quote q join sales_order o using (quote_id), generate_series(1, 150) n where o.code = ${code})
    insert into sales_order overriding system value select (jsonb_populate_record(o, jsonb_build_object(
      'order_id', 900000 + n, 'code', 'CU-' || n, 'idempotency_key', null, 'secret', md5(n::text) || '00000000',
      'quote_id', 900000 + n))).*
    from sales_order o, generate_series(1, 150) n where o.code = ${code}`.execute(db)
  await sql`alter table sales_order enable trigger user`.execute(db)
  await sql`insert into point_entry (customer_id, order_id, kind, points, happened_at)
    select ${lan.customer_id}, order_id, 'earn', n, now()
    from sales_order, generate_series(1, 120) n where code = ${code}`.execute(db)
  await sql`insert into consent (customer_id, purpose, is_granted, text_version, place, chosen_at)
    values (${lan.customer_id}, 'ads', true, 2, 'page', now())`.execute(db)
  await sql`insert into wishlist_item (customer_id, product_id, added_at)
    values (${lan.customer_id}, ${products.phone_version}, now())`.execute(db)
  await sql`insert into booking (code, secret, customer_id, shop_id, starts_at, half_hours, state, name, phone,
      promotion_announcement, total, created_at)
    select 'LH-CUA-LAN', md5('lan') || '00000000', ${lan.customer_id}, shop_id, '2026-11-23T02:00:00Z', 1, 'booked',
      'Lan', '+84912000001', false, 920000, now() from shop order by shop_id limit 1`.execute(db)
  await addTradeIns(db)
  const quote = await quoteTrade(lan, { imei: some_imei })
  await sql`update member set name = '=cmd()' where customer_id = ${lan.customer_id}`.execute(db)

  const files = await archiveOf(lan.token)
  expect(files['DOC-TRUOC.txt']).toContain('Dữ liệu của bạn tại cửa hàng')
  const tables = Object.keys(files).filter((name) => name.startsWith('bang/'))
  expect(tables.length).toBeGreaterThan(10)
  for (const name of tables) expect(files['DOC-TRUOC.txt']).toContain(name)
  const data = JSON.parse(files['du-lieu.json'] ?? '') as Record<string, { code: string }[]>
  expect(new Set(data['orders']?.map((order) => order.code)).size).toBe(152)
  expect(data['point_entries']).toHaveLength(120)
  expect(recordsOf(files['bang/don-hang.csv'])).toHaveLength(153)
  expect(recordsOf(files['bang/diem.csv'])).toHaveLength(121)
  expect(recordsOf(files['bang/hang-da-mua.csv']).some(([of]) => of === code)).toBe(true)
  expect(recordsOf(files['bang/ho-so.csv'])[1]?.[0]).toBe("'=cmd()")
  expect(recordsOf(files['bang/dong-y.csv'])[1]?.slice(0, 3)).toEqual([
    ...['Đo hiệu quả quảng cáo', 'Đồng ý', '2'],
  ])
  expect(recordsOf(files['bang/lich-hen.csv'])[1]).toEqual([
    ...['LH-CUA-LAN', 'Đã đặt', expect.any(String), expect.stringContaining('2026-11-23'), ''],
    ...['Lan', '0912 000 001', '', '', '920000'],
  ])
  expect(recordsOf(files['bang/thu-cu.csv'])[1]?.slice(0, 2)).toEqual([quote.code, 'Đã báo giá'])
  expect(recordsOf(files['bang/yeu-thich.csv'])).toHaveLength(2)
  expect(recordsOf(files['bang/noi-dang-nhap.csv'])[1]?.[0]).toBe('a browser of the tests')
  const all = Object.values(files).join('')
  expect(all).not.toContain(foreign)
  expect(recordsOf(files['bang/tra-gop.csv'])[1]).toEqual([
    ...[loan.code, 'Đã tiếp nhận', 'Công ty Kết nối', loan.order_code, expect.any(String)],
    ...['30990000', '9297000', '21693000', '12', String(loan.loan.monthly), expect.any(String)],
    ...['', '', 'Nguyễn Văn An', expect.stringMatching(/^0909 /), '1990-05-20'],
    ...[
      expect.stringMatching(/^0010 900\d \d{4}$/),
      '15000000',
      '',
      '',
      expect.stringContaining('Vợ'),
    ],
  ])
  expect(all).toContain('Chuyển hồ sơ trả góp cho công ty tài chính')
})
