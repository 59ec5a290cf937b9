import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redateOffers } from '#db/seed/redate-offers.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

interface WindowRow {
  is_running: boolean
  needs_member: boolean
  items: number
  free: number
  slots: number
}

const openAt = async (now: Date) => {
  await redateOffers(client, now)
  const { rows } = await sql<WindowRow>`
    select needs_member, starts_at <= ${now}::timestamptz as is_running, count(*) as items,
      sum(quota.total - quota.taken) as free, sum(quota.total) as slots
    from flash_sale join flash_sale_item using (flash_sale_id) join quota using (quota_id)
    where flash_sale.is_active and ends_at > ${now}::timestamptz
    group by flash_sale_id, starts_at order by starts_at
  `.execute(database.db)
  return rows
}

test.each([0, 1 / 24, 0.4, 2, 9.3, 400])(
  'a shop that starts %d days later has one running window, eight coming ones and no ended promotion',
  async (days) => {
    const now = new Date(seeded_at.getTime() + days * 86_400_000)
    const windows = await openAt(now)
    expect(windows.length).toBeGreaterThanOrEqual(9)
    expect(windows.filter(({ is_running }) => is_running)).toHaveLength(1)
    expect(windows.every(({ items }) => items === 14)).toBe(true)
    expect(windows.filter(({ needs_member }) => needs_member)).toHaveLength(1)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from promotion where ends_at <= ${now}::timestamptz`.execute(database.db)
    expect(rows[0]?.n).toBe(0)
    // A second run at the same moment adds nothing.
    expect(await openAt(now)).toEqual(windows)
  },
)

const day = 86_400_000
const offersAt = async (now: Date) => {
  await redateOffers(client, now)
  const { rows } = await sql<{ name: string }>`
    select name from promotion
    where is_active and starts_at <= ${now} and ends_at > ${now} and kind = 'catalogue'
    union all
    select code || ': ' || name from voucher
    where is_active and starts_at <= ${now} and ends_at > ${now}
  `.execute(database.db)
  return rows.map(({ name }) => name)
}

/** Words that only one season of the year may use. */
const seasonal =
  /Tết|8\/3|20\/10|20\/11|Black Friday|Giáng Sinh|\d+\/\d+|hè|tựu trường|năm mới|Valentine/i

test.each([
  ['2026-11-20', 'Tri ân thầy cô 20/11', 'SALE2011'],
  ['2026-11-22', 'Black Friday 2026', 'BLACKFRIDAY'],
  ['2026-12-10', 'Sale 12/12', 'SALE1212'],
  ['2026-12-20', 'Giáng Sinh', 'GIANGSINH'],
  ['2027-01-15', 'Sale Tết Đinh Mùi', 'SALETET'],
  ['2027-03-07', 'Quà tặng 8/3', 'SALE83'],
  ['2027-03-20', 'Deal tháng 3', 'DEALTHANG3'],
  ['2027-09-12', 'Mùa tựu trường', 'TUUTRUONG'],
  ['2027-11-27', 'Black Friday 2027', 'BLACKFRIDAY'],
  ['2028-01-20', 'Sale Tết Mậu Thân', 'SALETET'],
])('a shop that starts on %s has the campaign and the voucher of %s', async (date, title, code) => {
  const names = await offersAt(new Date(`${date}T10:00:00+07:00`))
  expect(names).toContain(`${title}: tai nghe, đồng hồ giảm 15%`)
  expect(names).toContain(`${code}: ${title}: giảm 500.000đ`)
  const others = names.filter((name) => seasonal.test(name) && !name.includes(title))
  expect(others).toEqual([])
  const { rows } = await sql<{ free: number; percent: null; value: number }>`
    select total - taken as free, percent, value from voucher join quota using (quota_id)
    where code = ${code}`.execute(database.db)
  expect(rows).toEqual([{ free: 200, percent: null, value: 500_000 }])
})

test('a demo of an earlier release gets a true calendar and true names too', async () => {
  await sql`update promotion set name = '8/3 dành cho nàng', starts_at = now(), ends_at = now() + interval '1 year'
    where uuid = '78a4347d-c274-841f-f95b-79137a9e86ed'`.execute(database.db)
  await sql`delete from voucher where code = 'BLACKFRIDAY'`.execute(database.db)
  await sql`update voucher set starts_at = '2028-11-01', ends_at = '2028-12-20' where code = 'SALETET'`.execute(
    database.db,
  )
  await sql`update combo set name = 'Mua iPhone tặng củ sạc 20W' where combo_id = 1`.execute(
    database.db,
  )
  const names = await offersAt(new Date('2028-11-22T10:00:00+07:00'))
  expect(names.filter((name) => seasonal.test(name))).toEqual([
    'Black Friday 2028: tai nghe, đồng hồ giảm 15%',
    'BLACKFRIDAY: Black Friday 2028: giảm 500.000đ',
  ])
  const { rows } = await sql`select name from combo where combo_id = 1`.execute(database.db)
  expect(rows).toEqual([{ name: 'Mua kèm iPhone 18 Pro Max' }])
})

test('a demo of an earlier release gets a window of members', async () => {
  const now = new Date('2028-11-23T10:00:00+07:00')
  await sql`update flash_sale set needs_member = false`.execute(database.db)
  const windows = await openAt(now)
  expect(windows.map(({ needs_member }) => needs_member)).toEqual([
    ...windows.slice(1).map(() => false),
    true,
  ])
})

test('the home page shows three slides: the one of a season, and those of the rest of the year', async () => {
  const shownOn = async (date: string) => {
    const now = new Date(`${date}T10:00:00+07:00`)
    await redateOffers(client, now)
    const { rows } = await sql<{ image: string }>`select image from banner where place = 'hero'
      and (starts_at is null or starts_at <= ${now}) and (ends_at is null or ends_at > ${now})
      order by position`.execute(database.db)
    return rows.map(({ image }) => image.replace(/^\/media\/hero-art\/|\.webp$/g, ''))
  }
  const usual = ['iphone-18-pro', 'galaxy-s26', 'may-tinh-bang']
  expect(await shownOn('2027-06-15')).toEqual(usual)
  expect(await shownOn('2027-08-01')).toEqual(['iphone-18-pro', 'galaxy-s26', 'back-to-school'])
  expect(await shownOn('2027-11-22')).toEqual(['black-friday', 'iphone-18-pro', 'may-tinh-bang'])
  expect(await shownOn('2027-12-05')).toEqual(usual)
  expect(await shownOn('2028-01-20')).toEqual(['tet', 'iphone-18-pro', 'may-tinh-bang'])
  expect(await shownOn('2028-03-01')).toEqual(['qua-8-3', 'iphone-18-pro', 'may-tinh-bang'])
})

test('a slide that staff have changed keeps their dates', async () => {
  const staffs = sql`where place = 'hero' and image like '%back-to-school.webp'`
  await sql`update banner set starts_at = '2027-01-01T00:00:00Z', ends_at = null, changed_by = 'Lan' ${staffs}`.execute(
    database.db,
  )
  await redateOffers(client, new Date('2027-08-01T10:00:00+07:00'))
  const { rows } = await sql`select starts_at, ends_at from banner ${staffs}`.execute(database.db)
  expect(rows).toEqual([{ starts_at: new Date('2027-01-01T00:00:00Z'), ends_at: null }])
})

test('a second start on the same day writes no promotion, voucher or banner', async () => {
  const now = new Date('2029-05-05T05:00:00Z')
  const written = async () => {
    await redateOffers(client, now)
    const { rows } = await sql`select
      (select max(xmin::text::bigint) from promotion) as promotion,
      (select max(xmin::text::bigint) from voucher) as voucher,
      (select max(xmin::text::bigint) from banner) as banner`.execute(database.db)
    return rows
  }
  expect(await written()).toEqual(await written())
})

test('sold slots belong to their window: the next window has its own slots', async () => {
  const now = new Date(seeded_at.getTime() + 1_500 * day)
  await openAt(now)
  await sql`update quota set taken = total from flash_sale_item
    where flash_sale_item.quota_id = quota.quota_id`.execute(database.db)
  const windows = await openAt(new Date(now.getTime() + 30 * day))
  expect(windows.length).toBeGreaterThanOrEqual(9)
  expect(windows.every(({ free, slots }) => free === slots)).toBe(true)
})

test('devices in repair came in today after every start, but one that somebody has touched', async () => {
  const times = async () => {
    const { rows } = await sql<{
      ticket_id: number
      created_at: Date
      promised_at: Date
      first: Date
    }>`
      select ticket_id, created_at, promised_at, (select min(happened_at) from repair_event event
        where event.ticket_id = ticket.ticket_id) as first
      from repair_ticket ticket order by ticket_id`.execute(database.db)
    return rows
  }
  await sql`update repair_ticket set version = version + 1 where ticket_id = 1`.execute(database.db)
  const [touched, ...before] = await times()
  const newest = Math.max(...before.map(({ created_at }) => created_at.getTime()))
  expect(before.length).toBeGreaterThan(3)
  await redateOffers(client, new Date(newest + 3 * day + day / 2))
  const [same, ...after] = await times()
  expect(same).toEqual(touched)
  const moved = (at: Date) => new Date(at.getTime() + 3 * day)
  expect(after).toEqual(
    before.map(({ ticket_id, created_at, promised_at, first }) => ({
      ...{ ticket_id, created_at: moved(created_at) },
      ...{ promised_at: moved(promised_at), first: moved(first) },
    })),
  )
  await redateOffers(client, new Date(newest + 3 * day + day / 2 + 60_000))
  expect((await times()).slice(1)).toEqual(after)
})
