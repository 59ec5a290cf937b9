import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupDatabase } from '#platform/backup/backup.ts'
import { restoreDatabase } from '#platform/backup/restore.ts'
import { folderFiles } from '#platform/files/folder-files.ts'
import { emailHash } from '#shop/cart/abandoned-cart.ts'
import { sweepRefusals } from '#shop/flows/notices/refusal-records.ts'
import { retention_days } from '#shop/flows/sweep/retention.ts'
import { redoAfterRestore } from '#shop/flows/staff/customers/redo-after-restore.ts'
import { newMember, type TestMember } from '#test/members/member.ts'
import { type Buyer, dataOf, newBuyer } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { renewTestRights } from '#test/support/database-templates.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

// A shop is backed up, works on for three hours, and is restored to the backup.
const made_at = new Date('2026-11-20T08:00:00Z')
const restored_at = new Date('2026-11-20T11:00:00Z')
const day_ms = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'tiem-stop-'))
let now = made_at
let own: TestDatabase
let door: Door
let said: string
let staff: { cookie: string }
let lan: TestMember
let hoa: TestMember
let guest: Buyer

beforeAll(async () => {
  const before = await testDatabase({ small: true })
  const first = await openDoor(before, { now: () => now, env: { DATA_DIR: folder } })
  staff = await staffHeaders(first)
  lan = await newMember(before.db, { phone: '+84977200001', name: 'Lan', now })
  hoa = await newMember(before.db, { phone: '+84977200002', name: 'Hòa', now })
  guest = await newBuyer(first)
  dataOf(await guest.add(products.cable))
  const tomorrow = new Date(made_at.getTime() + day_ms)
  const merge = { from_customer_id: lan.customer_id, into_customer_id: hoa.customer_id }
  await before.db
    .insertInto('member_merge')
    .values({ ...merge, session_id: null, proven_at: now, due_at: tomorrow })
    .execute()
  const identity = { provider: 'google', shown: 'x@example.com', created_at: now } as const
  await before.db
    .insertInto('linked_identity')
    .values([
      { ...identity, customer_id: lan.customer_id, subject: 'waits', counts_from: tomorrow },
      { ...identity, customer_id: hoa.customer_id, subject: 'counts', counts_from: now },
    ])
    .execute()
  await before.db
    .insertInto('erasure_request')
    .values({ customer_id: hoa.customer_id, asked_at: now, erase_at: tomorrow })
    .execute()
  await before.db
    .updateTable('member')
    .set({ email: 'lan@mail.example', email_proven_at: now })
    .where('customer_id', '=', lan.customer_id)
    .execute()
  const bearers = [lan.bearer, hoa.bearer]
  const choose = (headers: TestMember['bearer'], by_zalo: boolean, by_email = by_zalo) =>
    first.call('POST', '/api/offers/v1/offers', { headers, json: { by_email, by_zalo } })
  for (const bearer of bearers) dataOf(await choose(bearer, true))
  const links = await pushAndLinks(first, before.db)
  await storeWishes(before.db)
  const file = join(folder, 'shop.backup')
  await backupDatabase(before.url, file, { now: () => now })
  now = new Date(made_at.getTime() + 3_600_000)
  dataOf(await choose(lan.bearer, false))
  // Twice, as by a press that is repeated.
  for (let press = 0; press < 2; press++) {
    dataOf(await first.call('POST', '/api/offers/v1/offers/push/stop', { headers: hoa.bearer }))
    for (const secret of links) {
      dataOf(await first.call('POST', `/api/offers/v1/offers/stop?secret=${secret}`))
    }
  }
  dataOf(await first.call('POST', `/api/notices/v1/notices/stop?secret=${wishes[0]}`))
  const torn = Buffer.from('{"refused_at":"2026-11-20T09:')
  await folderFiles(join(folder, 'files')).put('refusals/2026-11-20-torn.json', torn)
  await writeOfOthers()
  await first.close()
  await before.close()
  now = restored_at
  own = await testDatabase()
  const rules = { migrations: 'db/migrations', occupied_by: [], replace: true }
  await restoreDatabase(own.url, file, { ...rules, renewRights: renewTestRights })
  const source = { secret_key: 'n'.repeat(40), data_dir: '/nowhere' }
  const finishing = { ...source, files: folderFiles(join(folder, 'files')), now: () => now }
  const finished = await redoAfterRestore(own.url, made_at, finishing)
  said = finished.said
  door = await openDoor(own, { now: () => now })
})
afterAll(async () => {
  await door.close()
  await own.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Refusals of a customer and a browser that had the numbers of Hòa and of a guest, after another restore: numbers are
 * given again.
 */
async function writeOfOthers(): Promise<void> {
  const since = '2026-11-20T08:30:00.000Z'
  const refusal = { refused_at: '2026-11-20T10:00:00.000Z', email_hash: null }
  const others = [
    { purpose: 'zalo', customer_id: hoa.customer_id, customer_since: since, browser: null },
    { purpose: 'push', customer_id: null, browser: 'push:4', browser_since: since },
  ]
  const files = folderFiles(join(folder, 'files'))
  for (const [n, other] of others.entries()) {
    const bytes = Buffer.from(JSON.stringify({ ...refusal, ...other }))
    await files.put(`refusals/2026-11-20-other${n}.json`, bytes)
  }
}

/** Two wishes of one address: the first is stopped after the backup. */
const wishes = ['1'.repeat(32), '2'.repeat(32)]

async function storeWishes(db: TestDatabase['db']): Promise<void> {
  for (const [n, secret] of wishes.entries()) {
    await sql`insert into product_notice (kind, product_id, customer_id, channel, recipient, secret, state, price_seen,
        created_at, confirmed_at)
      values ('price', ${[products.cable, products.phone][n]}, ${hoa.customer_id}, 'email', 'cho@mail.example', ${secret},
        'waiting', 1000, ${now}, ${now})`.execute(db)
  }
}

/** Browsers that get offers, of Hòa and of three guests, and links of messages to one of these and to an address. */
async function pushAndLinks(first: Door, db: TestDatabase['db']): Promise<string[]> {
  const browsers = [hoa.customer_id, null, null, null]
  for (const [n, customer_id] of browsers.entries()) {
    await sql`insert into push_subscription (endpoint_hash, sealed, customer_id, created_at, offers_at)
      values (${Buffer.from([n])}, ${Buffer.from([n])}, ${customer_id}, ${now}, ${now})`.execute(db)
  }
  await sql`insert into consent (customer_id, purpose, is_granted, text_version, place, chosen_at)
    values (${hoa.customer_id}, 'push', true, 1, 'offers', ${now})`.execute(db)
  const other = await newBuyer(first)
  await other.prepare(products.cable)
  dataOf(await other.address({ email: 'Khach@mail.example', promotion_announcement: true }))
  dataOf(await other.order())
  const secrets: string[] = []
  for (const [channel, recipient] of [
    ['push', 'push:2'],
    ['email', 'khach@mail.example'],
  ]) {
    const { rows } = await sql<{ secret: string }>`
      with campaign as (
        insert into message_campaign (name, channel, audience, title, body, button, link, starts_at, ends_at, written_by,
          writer_name, changed_at)
        values ('Sale', ${channel}, 'all', 'Sale', 'Sale', 'Xem', '/sale', ${now}::timestamptz,
          ${now}::timestamptz + interval '1 day', 1, 'Lan', ${now})
        returning campaign_id)
      insert into campaign_recipient (campaign_id, recipient, created_at)
      select campaign_id, ${recipient}, ${now} from campaign returning secret`.execute(db)
    secrets.push(rows[0]?.secret ?? '')
  }
  return secrets
}

describe('after a restore', () => {
  test('staff sign in again: who was dismissed since the backup has no session', async () => {
    const page = await door.call('GET', '/noi-bo', { headers: staff })
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('dang-nhap'),
    ])
    expect(said).toContain('2026-11-20T08:00:00.000Z')
    expect(said).toMatch(/1 sessions of staff and 2 of members/)
  })

  test('members sign in again, and guests keep their carts', async () => {
    const profile = await door.call('GET', '/api/loyalty/profile', { token: lan.token })
    expect(profile.status).toBe(401)
    const cart = await door.call('GET', '/api/cart/v1/cart', { token: guest.token })
    expect(dataOf<{ items: object[] }>(cart).items).toHaveLength(1)
  })

  test('what waited to be refused is not done: merges and ways to sign in that did not count', async () => {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from member_merge where ended_at is null`.execute(own.db)
    expect(rows).toEqual([{ left: 0 }])
    const kept = await own.db.selectFrom('linked_identity').select('subject').execute()
    expect(kept).toEqual([{ subject: 'counts' }])
  })

  test('who refused advertising since the backup gets none, and who agreed gets it still', async () => {
    const { rows } = await sql<{ name: string; purpose: string; is_granted: boolean }>`
      select distinct on (name, purpose) name, purpose, is_granted from consent join member using (customer_id)
      where purpose in ('mail', 'zalo') order by name, purpose, consent_id desc`.execute(own.db)
    expect(rows).toEqual([
      { name: 'Hòa', purpose: 'zalo', is_granted: true },
      { name: 'Lan', purpose: 'mail', is_granted: false },
      { name: 'Lan', purpose: 'zalo', is_granted: false },
    ])
    expect(said).toMatch(/8 refusals of advertising/)
  })

  test('browsers and addresses that refused by a link of a message get none either', async () => {
    const { rows } = await sql<{ id: number }>`
      select push_subscription_id as id from push_subscription where offers_at is not null order by 1`.execute(
      own.db,
    )
    expect(rows).toEqual([{ id: 3 }, { id: 4 }])
    const stopped = await sql<{ hash: string }>`
      select encode(email_hash, 'hex') as hash from mail_opt_out`.execute(own.db)
    expect(stopped.rows).toEqual([{ hash: emailHash('khach@mail.example').toString('hex') }])
  })

  test('a wish that was stopped since the backup is told of nothing', async () => {
    const { rows } = await sql`select secret, state from product_notice order by secret`.execute(
      own.db,
    )
    expect(rows).toEqual([
      { secret: wishes[0], state: 'stopped' },
      { secret: wishes[1], state: 'waiting' },
    ])
  })

  test('a record that is damaged is named, and stops nothing', () => {
    expect(said).toMatch(/1 refusals could NOT be read .*refusals\/2026-11-20-torn\.json/)
  })

  test('records are kept as long as choices of consent', async () => {
    const files = folderFiles(join(folder, 'files'))
    const clock = (days: number) => () => new Date(made_at.getTime() + days * day_ms)
    expect(await sweepRefusals({ files, now: clock(retention_days.consents) })).toBe(0)
    expect(await sweepRefusals({ files, now: clock(retention_days.consents + 1) })).toBe(9)
  })

  test('an erasure that its member may have taken back waits seven days more, and is told', async () => {
    const { rows } = await sql<{ erase_at: Date; told: number }>`
      select erase_at, (select count(*)::int from outbox where template = 'member_notice'
        and facts ->> 'about' = 'erasure_asked') as told from erasure_request`.execute(own.db)
    expect(rows).toEqual([{ erase_at: new Date(restored_at.getTime() + 7 * day_ms), told: 1 }])
  })
})
