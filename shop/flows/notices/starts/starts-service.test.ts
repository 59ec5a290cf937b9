import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { secretBox } from '#platform/files/secret-box.ts'
import { createLog } from '#platform/observe/log.ts'
import { noticesJob } from '#shop/flows/notices/notices-job.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { mailbox } from '#shop/notification/transports/transport.ts'
import { type Buyer, dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const secret_key = 'd'.repeat(64)
const otp_box = secretBox({ secret_key, data_dir: '' }, 'otp')
const checkout = openCheckout({ SECRET_KEY: secret_key })
const log = createLog({ service: 'test', level: 'silent' })
const hour = 3_600_000

/** Runs both jobs; returns the mails about starts that went out so far to an address. */
async function tell(email: string): Promise<{ subject: string; body: string }[]> {
  const { db } = checkout.own
  const now = () => checkout.now
  await noticesJob({ db, now, log }).run()
  await sendNotifications({
    ...{ db, now, log, cart: checkout.door.services.cart, otp_box },
    transports: { email: mailbox, sms: mailbox },
    sender: {
      ...{ name: 'Thử', hotline: '1800', public_url: checkout.door.url },
      company: { name: 'C', address: 'A' },
    },
  })
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where state = 'sent' and template = 'notice_start' and recipient = ${email}
    order by outbox_id`.execute(db)
  return rows
}

const ask = (buyer: Buyer, of: string, id: number, email: string) =>
  buyer.call('POST', '/api/starts/v1/starts', { of, id, email })

async function confirm(email: string): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    select secret from product_notice where recipient = ${email} order by product_notice_id desc limit 1`.execute(
    checkout.own.db,
  )
  const secret = rows[0]?.secret ?? ''
  dataOf(await checkout.door.call('POST', `/api/notices/v1/notices/confirm?secret=${secret}`))
  return secret
}

/** The page without a start lists what begins next. */
async function coming(): Promise<string> {
  const { status, text } = await checkout.door.call('GET', '/nhac-toi')
  expect(status).toBe(200)
  return text
}

/** What has begun leads to the list of what comes. */
async function leadsToList(path: string): Promise<void> {
  const { status, headers } = await checkout.door.call('GET', path)
  expect([status, headers.get('location')]).toEqual([302, '/nhac-toi?het=1'])
  const { text } = await checkout.door.call('GET', '/nhac-toi?het=1')
  expect(text).toContain('đã bắt đầu hoặc không còn')
}

async function campaign(code: string, starts_at: Date): Promise<number> {
  const { rows } = await sql<{ landing_page_id: number }>`
    insert into landing_page (code, name, layout, theme, teasing_at, starts_at, ends_at)
    values (${code}, 'Ngày hội {year}', 'landing-page', 'night', ${checkout.now}, ${starts_at},
      ${new Date(starts_at.getTime() + 48 * hour)}) returning landing_page_id`.execute(
    checkout.own.db,
  )
  const landing_page_id = rows[0]?.landing_page_id ?? 0
  await sql`insert into slug (kind, path, entity_id, is_current) values ('landing_page', ${code}, ${landing_page_id}, true)`.execute(
    checkout.own.db,
  )
  return landing_page_id
}

const yearOf = (at: Date) =>
  at.toLocaleDateString('en', { year: 'numeric', timeZone: 'Asia/Ho_Chi_Minh' })

/** Vietnam's clock shows this time of the day after tomorrow. */
function comingDay(time: string): Date {
  const day = new Date(checkout.now.getTime() + 48 * hour + 7 * hour).toISOString().slice(0, 10)
  return new Date(`${day}T${time}:00+07:00`)
}

test('a campaign is told of once at its start, without the mark of advertising', async () => {
  const buyer = await checkout.buyer()
  const email = 'le-hoi@mail.example'
  const starts_at = comingDay('10:00')
  const id = await campaign('ngay-hoi', starts_at)
  expect(refusalOf(await ask(buyer, 'landing_page', 9_999, email))).toBe('404 start_not_known')
  const page = await checkout.door.call('GET', `/nhac-toi?trang=${id}`)
  expect([page.status, page.text]).toEqual([
    200,
    expect.stringContaining(`Ngày hội ${yearOf(starts_at)}`),
  ])
  expect(await coming()).toContain(`href="/nhac-toi?trang=${id}"`)
  await leadsToList('/nhac-toi?trang=9999')
  await leadsToList('/nhac-toi?mau=x')
  dataOf(await ask(buyer, 'landing_page', id, email))
  dataOf(await ask(buyer, 'landing_page', id, email))
  const secret = await confirm(email)
  expect(await tell(email)).toEqual([])
  checkout.now = new Date(starts_at.getTime() - 1)
  expect(await tell(email)).toEqual([])
  checkout.now = starts_at
  const [told, ...more] = await tell(email)
  expect([told?.subject, more]).toEqual([`Ngày hội ${yearOf(starts_at)} đã bắt đầu`, []])
  expect(told?.body).toContain(`${checkout.door.url}/ngay-hoi`)
  expect(told?.body).toContain(`/bao-tin/${secret}`)
  checkout.now = new Date(starts_at.getTime() + hour)
  expect(await tell(email)).toHaveLength(1)
  // What has begun is not asked for any more.
  expect(refusalOf(await ask(buyer, 'landing_page', id, email))).toBe('404 start_not_known')
  await leadsToList(`/nhac-toi?trang=${id}`)
  expect((await checkout.door.call('GET', `/bao-tin/${secret}`)).text).toContain('không gửi thêm')
})

test('a campaign is not known before its teasing, and without teasing not before its start', async () => {
  const buyer = await checkout.buyer()
  const id = await campaign('con-kin', comingDay('10:00'))
  const answers = async () => [
    (await checkout.door.call('GET', `/nhac-toi?trang=${id}`)).status,
    (await coming()).includes('con-kin'),
    (await ask(buyer, 'landing_page', id, 'con-kin@mail.example')).status,
  ]
  const tease = async (teasing_at: Date | null) =>
    sql`update landing_page set teasing_at = ${teasing_at} where landing_page_id = ${id}`.execute(
      checkout.own.db,
    )
  await tease(new Date(checkout.now.getTime() + hour))
  expect(await answers()).toEqual([302, false, 404])
  await tease(null)
  expect(await answers()).toEqual([302, false, 404])
  await tease(checkout.now)
  expect(await answers()).toEqual([200, true, 200])
})

test('a start at night is told of at 7 o’clock, and not at all once it was put off', async () => {
  const buyer = await checkout.buyer()
  const email = 'nua-dem@mail.example'
  const starts_at = comingDay('00:00')
  const id = await campaign('nua-dem', starts_at)
  dataOf(await ask(buyer, 'landing_page', id, email))
  await confirm(email)
  checkout.now = starts_at
  expect(await tell(email)).toEqual([])
  checkout.now = new Date(starts_at.getTime() + 7 * hour - 60_000)
  expect(await tell(email)).toEqual([])
  const later = new Date(starts_at.getTime() + 32 * hour)
  await sql`update landing_page set starts_at = ${later} where landing_page_id = ${id}`.execute(
    checkout.own.db,
  )
  checkout.now = new Date(starts_at.getTime() + 7 * hour)
  expect(await tell(email)).toEqual([])
  checkout.now = later
  expect(await tell(email)).toHaveLength(1)
})

test('an item on its first day; one press stops it before', async () => {
  const { db } = checkout.own
  const [buyer, other] = [await checkout.buyer(), await checkout.buyer()]
  const [email, stopped] = ['mo-ban@mail.example', 'thoi@mail.example']
  expect(refusalOf(await ask(buyer, 'item', products.phone, email))).toBe('404 start_not_known')
  const starts_at = comingDay('00:00')
  await sql`update product set launched_on = ${new Date(starts_at.getTime() + 7 * hour).toISOString().slice(0, 10)}
    where product_id = ${products.phone_version}`.execute(db)
  dataOf(await ask(buyer, 'item', products.phone, email))
  await confirm(email)
  dataOf(await ask(other, 'item', products.phone, stopped))
  const secret = await confirm(stopped)
  dataOf(await checkout.door.call('POST', `/api/notices/v1/notices/stop?secret=${secret}`))
  checkout.now = new Date(starts_at.getTime() + 9 * hour)
  expect([await tell(email), await tell(stopped)]).toEqual([[expect.anything()], []])
})

test('a flash sale that was called off is not told of', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  const email = 'flash@mail.example'
  const starts_at = comingDay('12:00')
  const { rows } = await sql<{ flash_sale_id: number }>`
    insert into flash_sale (code, name, starts_at, ends_at)
    values ('F12', 'Giờ vàng', ${starts_at}, ${new Date(starts_at.getTime() + hour)}) returning flash_sale_id`.execute(
    db,
  )
  const id = rows[0]?.flash_sale_id ?? 0
  dataOf(await ask(buyer, 'flash_sale', id, email))
  await confirm(email)
  await sql`update flash_sale set is_active = false where flash_sale_id = ${id}`.execute(db)
  checkout.now = starts_at
  expect(await tell(email)).toEqual([])
  await sql`update flash_sale set is_active = true where flash_sale_id = ${id}`.execute(db)
  expect(await tell(email)).toHaveLength(1)
})
