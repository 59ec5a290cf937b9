import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { backupDatabase } from '#platform/backup/backup.ts'
import { restoreCommand } from '#platform/backup/backup-command.ts'
import { restoreDatabase } from '#platform/backup/restore.ts'
import { FileStoreError } from '#platform/files/files-port.ts'
import { createLog } from '#platform/observe/log.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import type { StaffActor } from '#pure/contract.ts'
import { openPersonKeys } from '#shop/change-log/person-keys.ts'
import { redoAfterRestore } from '#shop/flows/staff/customers/redo-after-restore.ts'
import { redoErasures } from '#shop/flows/staff/customers/redo-erasures.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { newMember } from '#test/members/member.ts'
import { memoryFiles, testPictures } from '#test/pictures/test-pictures.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { renewTestRights } from '#test/support/database-templates.ts'
import {
  staffOffice,
  test_person_keys,
  testProviders,
  testWrites,
} from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
const folder = mkdtempSync(join(tmpdir(), 'tiem-redo-'))
const files = memoryFiles()
const log = createLog({ service: 'test', level: 'silent' })
const now = () => checkout.now
/** A record of which a part was lost; it comes before all others. */
const torn = 'erasures/2026-11-19-torn.json'
const backup = join(folder, 'before.backup')
const rules = { migrations: 'db/migrations', occupied_by: [], files, renewRights: renewTestRights }
/** Restored from a backup of before the erasures of Đinh Thị Vắng and Vũ Văn Sau, after that of Đỗ Thị Quay Lại. */
let own: TestDatabase
let staff: StaffServices
let lan: StaffActor

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({ db, now, gateways: [cashOnDelivery] })
  staff = staffOffice(providers, 'demo', undefined, testPictures(files)).services
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Lan', 'lan', now()) returning staff_id`.execute(
    db,
  )
  lan = { ...test_staff, staff_id: rows[0]?.staff_id ?? 0, name: 'Lan' }

  await ordered('0977 100 003', 'Đỗ Thị Quay Lại')
  await erase('0977 100 003')
  await ordered('0977 100 003', 'Đỗ Thị Quay Lại')
  await ordered('0977 100 001', 'Đinh Thị Vắng')
  await ordered('0977 100 002', 'Phạm Văn Còn')
  await newMember(db, { phone: '+84977100001', name: 'Đinh Thị Vắng', now: now() })
  await backupDatabase(checkout.own.url, backup, { now, files })
  await erase('0977 100 001')
  await ordered('0977 100 004', 'Vũ Văn Sau')
  await erase('0977 100 004')
  own = await testDatabase()
  await restoreDatabase(own.url, backup, { ...rules, replace: true })
})
afterAll(async () => {
  await own.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An order that is over. */
async function ordered(phone: string, name: string): Promise<string> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  dataOf(await buyer.address({ name, phone, street: '7 Hẻm Kín', note: '' }))
  const { code } = dataOf<Order>(await buyer.order())
  await staff.orders.cancelOrder(lan, { order_code: code, version: 1, reason: 'other' })
  return code
}

const erase = (phone: string) =>
  staff.erasures.eraseCustomer(lan, {
    ...{ phone, channel: 'email', request_number: 'YC-1', order_count: 1 },
  })

const redo = (person_keys = test_person_keys) =>
  redoErasures({ db: own.db, log, files, person_keys, write: testWrites({ db: own.db, now }) })

/** The tables in which a text stands. */
async function holding({ db }: TestDatabase, trace: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: hits } = await sql`
        select from ${sql.table(name)} one where strpos(one::text, ${trace}) > 0 limit 1`.execute(
        db,
      )
      return hits.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

test('an erasure leaves no trace of the person, and a record that does not name them', async () => {
  expect(await holding(checkout.own, 'Thị Vắng')).toEqual([])
  const records = [...files.stored].filter(([name]) => name.startsWith('erasures/'))
  expect(records).toHaveLength(3)
  for (const [, record] of records) {
    expect(record.toString()).not.toMatch(/977100001|Vắng|977100003|Lại|977100004|Sau/)
  }
})

// These tests run in sequence: the restored database still knows everybody.
describe('after a restore', () => {
  beforeAll(() => files.put(torn, Buffer.from('{"person":"phone:')))

  test('with another key of the shop nobody is erased by mistake, and it is said', async () => {
    const source = { secret_key: 'n'.repeat(40), data_dir: '/nowhere' }
    const undone = { redone: 0, foreign: 2, damaged: [torn] }
    expect(await redo(openPersonKeys(source))).toEqual(undone)
    const { problem } = await redoAfterRestore(own.url, now(), { ...source, files, now })
    expect(problem).toContain('2 erasures could NOT be done again')
    expect(await holding(own, 'Thị Vắng')).not.toEqual([])
  })

  test('who was erased after the backup is erased again, once, and nobody else', async () => {
    // The second is not in the backup, and is noted as erased.
    expect(await redo()).toEqual({ redone: 2, foreign: 0, damaged: [torn] })
    expect(await holding(own, 'Thị Vắng')).toEqual([])
    expect(await holding(own, '977100001')).toEqual([])
    expect(await holding(own, 'Văn Còn')).toEqual(expect.arrayContaining(['sales_order']))
    const { rows } = await sql<object>`
      select staff_name, channel, request_number, order_count from customer_erasure
      order by order_count desc`.execute(own.db)
    const erasure = {
      staff_name: 'Lan',
      channel: 'email',
      request_number: 'YC-1',
      order_count: 1,
    }
    expect(rows).toEqual([erasure, erasure, { ...erasure, order_count: 0 }])
    expect(await redo()).toEqual({ redone: 0, foreign: 0, damaged: [torn] })
  })

  test('nobody is erased who came back after an erasure that the backup knows', async () => {
    expect(await holding(own, 'Quay Lại')).toContain('sales_order')
  })

  test('an erasure whose record is damaged stops no other, and the command fails and names it', async () => {
    const source = { secret_key: 'n'.repeat(40), data_dir: '/nowhere' }
    const said: string[] = []
    const again = await testDatabase()
    const terminal = { url: again.url, screen: { write: () => true } }
    const command = restoreCommand(
      [backup],
      async () => ({ ...terminal, say: (text) => void said.push(text) }),
      {
        ...rules,
        finish: (url, made_at) => redoAfterRestore(url, made_at, { ...source, files, now }),
      },
    )
    await expect(command).rejects.toThrow(torn)
    await expect(command).rejects.toBeInstanceOf(CommandProblem)
    expect(said.join()).toMatch(/Restored the backup .*Everybody signs in again/s)
    await again.close()
  })

  test('while the store of files fails, sessions end all the same', async () => {
    await sql`insert into session (token_hash, customer_id, created_at, expires_at)
      select '\\x01', customer_id, ${now()}, ${new Date(now().getTime() + 1000)}::timestamptz
      from member limit 1`.execute(own.db)
    const { list } = files
    files.list = () => {
      throw new FileStoreError('the bucket does not answer')
    }
    try {
      const source = { secret_key: 'n'.repeat(40), data_dir: '/nowhere' }
      await expect(redoAfterRestore(own.url, now(), { ...source, files, now })).rejects.toThrow(
        'the bucket does not answer',
      )
    } finally {
      files.list = list
    }
    const { rows } = await sql<{ live: number }>`
      select count(*)::int as live from session where token_hash = '\\x01' and ended_at is null`.execute(
      own.db,
    )
    expect(rows).toEqual([{ live: 0 }])
  })
})

test('nothing is erased while its record cannot be stored', async () => {
  await ordered('0977 100 006', 'Bùi Văn Kho')
  const { put } = files
  files.put = () => Promise.reject(new FileStoreError('the disk is full'))
  try {
    await expect(erase('0977 100 006')).rejects.toMatchObject({ code: 'files_unavailable' })
  } finally {
    files.put = put
  }
  expect(await holding(checkout.own, 'Văn Kho')).toContain('sales_order')
})
