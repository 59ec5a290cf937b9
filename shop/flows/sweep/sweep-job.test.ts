import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { retention_days } from '#shop/flows/sweep/retention.ts'
import { sweep } from '#shop/flows/sweep/sweep-job.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { emptyTables } from '#test/support/database-templates.ts'

let own: TestDatabase
const log = createLog({ service: 'test', level: 'silent' })
const start = new Date('2026-11-20T08:00:00Z')
const after = (days: number, ms = 0) => new Date(start.getTime() + days * 86_400_000 + ms)
const sweepAt = (now: Date) => sweep({ db: own.db, now: () => now, log })

beforeAll(async () => {
  own = await testDatabase({ max: 6 })
})
afterAll(() => own.close())
beforeEach(async () => {
  await emptyTables(own.db, 'outbox', 'abandoned_cart', 'reservation', 'customer_use')
})

async function message(state: string, key: string): Promise<void> {
  const sent_at = state === 'sent' ? start : null
  const due = state === 'waiting' || state === 'sending' ? start : null
  await sql`
    insert into outbox (channel, recipient, template, subject, body, html, dedupe_key, facts, state,
      error, next_attempt_at, created_at, sent_at)
    values ('email', 'an@mail.example', 'order_placed', 'Đơn hàng', 'Chào An', '<p>Chào An</p>', ${key},
      '{"reason":"An đổi ý"}', ${state}, 'an@mail.example is unknown', ${due}, ${start}, ${sent_at})
  `.execute(own.db)
}

async function remaining(): Promise<string[]> {
  const { rows } = await sql<{ message: string }>`
    select dedupe_key || ' ' || state || ' ' || (outbox::text like '%mail.example%'
      or outbox::text like '%An%') as message from outbox order by outbox_id`.execute(own.db)
  return rows.map(({ message: text }) => text)
}

test('texts and addresses of messages are deleted after ninety days; their rows stay', async () => {
  for (const state of ['sent', 'dropped', 'failed', 'waiting', 'sending']) {
    await message(state, `k-${state}`)
  }
  expect(await sweepAt(after(retention_days.message_texts, -1))).toMatchObject({ message_texts: 0 })
  expect(await sweepAt(after(retention_days.message_texts))).toMatchObject({
    message_texts: 3,
    messages: 0,
  })
  expect(await remaining()).toEqual([
    'k-sent sent false',
    'k-dropped dropped false',
    // Its address was deleted, so it can no longer be sent.
    'k-failed dropped false',
    'k-waiting waiting true',
    'k-sending sending true',
  ])
  expect(await sweepAt(after(retention_days.message_texts))).toMatchObject({ message_texts: 0 })
  expect(await sweepAt(after(retention_days.messages))).toMatchObject({ messages: 3 })
  expect(await remaining()).toEqual(['k-waiting waiting true', 'k-sending sending true'])
})

test('abandoned carts are deleted when their link has expired, restored or not', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into customer (kind, created_at) values ('guest', ${start}) returning customer_id as id`.execute(
    own.db,
  )
  await sql`insert into province (province_id, name, slug, official_code, legacy_code)
    values (30, 'Hồ Chí Minh', 'ho-chi-minh', '79', '79')
    on conflict do nothing`.execute(own.db)
  for (const [hash, days] of [
    ['a', 30],
    ['b', 30],
    ['c', 31],
  ] as const) {
    await sql`
      insert into abandoned_cart (code_hash, customer_id, province_id, lines, created_at, expires_at, restored_at)
      values (${Buffer.from(hash)}, ${rows[0]?.id}, 30, '[]', ${start}, ${after(days)},
        ${hash === 'b' ? start : null})`.execute(own.db)
  }
  expect(await sweepAt(after(30, -1))).toMatchObject({ abandoned_carts: 0 })
  expect(await sweepAt(after(30))).toMatchObject({ abandoned_carts: 2 })
})

test('released reservations and unused limits are deleted; live reservations stay', async () => {
  const quota = await sql<{ id: number }>`
    insert into quota (total) values (5) returning quota_id as id`.execute(own.db)
  const reservation = (released_at: Date | null) =>
    sql`
    insert into reservation (kind, quota_id, quantity, expires_at, released_at)
    values ('quota', ${quota.rows[0]?.id}, 1, ${start}, ${released_at})`.execute(own.db)
  await reservation(start)
  await reservation(after(2))
  await reservation(null)
  await sql`insert into customer_use values ('voucher:1', '+84901', 0), ('voucher:1', '+84902', 1)`.execute(
    own.db,
  )
  const swept = await sweepAt(after(retention_days.released_reservations))
  expect(swept).toMatchObject({ released_reservations: 1, unused_limits: 1 })
  expect(await sweepAt(after(999))).toMatchObject({ released_reservations: 1, unused_limits: 0 })
})

test('several processes at once sweep each row once, in more than one batch', async () => {
  await sql`
    insert into outbox (channel, recipient, template, dedupe_key, state, created_at, sent_at)
    select 'sms', '0901', 'order_placed', 'm' || n, 'sent', ${start}, ${start}
    from generate_series(1, 2500) n`.execute(own.db)
  const swept = await Promise.all([1, 2, 3].map(() => sweepAt(after(100))))
  const sum = swept.reduce((total, { message_texts = 0 }) => total + message_texts, 0)
  expect(sum).toBe(2_500)
  const { rows } = await sql`select 1 from outbox where recipient <> ''`.execute(own.db)
  expect(rows).toEqual([])
})

test('receipts of bulk jobs and of files are deleted after their time, never within a year', async () => {
  const { bulk_jobs, list_files } = retention_days
  const [old, newer] = [after(-bulk_jobs, -1), after(-bulk_jobs, 1)]
  const { rows } = await sql<{ id: number }>`
    with lan as (
      insert into staff (name, login_name, created_at) values ('Lan', 'lan', ${start}) returning staff_id
    ), made as (
      insert into bulk_job (staff_id, form_key, action, row_count, state, created_at, ended_at)
      select staff_id, 'form-' || n || '-key', 'confirm', 1, 'done', ended_at, ended_at
      from lan, unnest(${[old, old, newer]}::timestamptz[]) with ordinality one (ended_at, n)
      returning bulk_job_id
    )
    select bulk_job_id as id from made order by bulk_job_id`.execute(own.db)
  const [first, second, last] = rows.map(({ id }) => id)
  await sql`update bulk_job set undoes = ${first} where bulk_job_id = ${second}`.execute(own.db)
  await sql`insert into bulk_job_row (bulk_job_id, position, order_code, version, outcome)
    select bulk_job_id, 1, 'DH1', 1, 'done' from bulk_job`.execute(own.db)
  await sql`
    insert into list_export (staff_name, list, format, filters, has_search, is_masked, state, row_count, started_at,
      ended_at)
    select 'Lan', 'orders', 'csv', '', false, true, 'done', 3, at, at
    from unnest(${[after(-list_files, -1), after(-list_files, 1)]}::timestamptz[]) at`.execute(
    own.db,
  )
  // The job that undoes another one goes first.
  expect(await sweepAt(start)).toMatchObject({ bulk_jobs: 1, list_files: 1 })
  expect(await sweepAt(start)).toMatchObject({ bulk_jobs: 1, list_files: 0 })
  // A process that says that it is much later deletes nothing of the last year.
  await sql`update bulk_job set ended_at = now() - interval '364 days'`.execute(own.db)
  expect(await sweepAt(after(9_999))).toMatchObject({ bulk_jobs: 0, list_files: 1 })
  const left = await sql<{ id: number }>`select bulk_job_id as id from bulk_job_row`.execute(own.db)
  expect(left.rows).toEqual([{ id: last }])
})
