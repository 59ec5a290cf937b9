import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { onServer } from '#test/support/database-templates.ts'
import { ask, loneProcess } from '#test/support/process/lone-process.ts'

// The process of the shop. process.soak.ts kills it in different ways and starts it with wrong settings.
const shop = loneProcess()

const live_env = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.example/',
  SECRET_KEY: 'k'.repeat(32),
  COMPANY_NAME: 'Công ty Cổ phần Thử',
  COMPANY_ADDRESS: '2 Lê Lợi',
  COMPANY_TAX_CODE: '0312345678',
  COMPANY_REGISTRATION: 'GCNĐKDN 0312345678',
  COMPANY_EMAIL: 'hotro@shop.example',
  BANK_ACCOUNT: '0987654321',
  BANK_ACCOUNT_NAME: 'CONG TY THU',
  SEPAY_WEBHOOK_SECRET: 's'.repeat(32),
  STAFF_TOKEN: 'Uz4kQ9w-2mBx7Rt1pLc6',
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: 'smtps://shop:hunter2@mail.example:465',
  MAIL_FROM: 'Cửa hàng <donhang@shop.example>',
}

// The tests run in sequence on the same folder: each uses the shop that the one before left open.
describe('a shop on its own data folder', () => {
  afterAll(() => shop.closeAll())

  test('opens, logs its address, and answers', async () => {
    const run = await shop.open()
    expect(run.output()).toContain(`is open at http://localhost:${run.port}`)
    expect(run.output()).toContain(join(shop.folder, 'data'))
    expect(await (await ask(run, '/')).text()).toBe('served')
    expect(run.output()).toContain('served by tiem_app')
  })

  test('a second shop on the same folder is refused with a message', async () => {
    await shop.running()
    const second = await shop.start()
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/already running on .*\(process \d+\)/)
  })

  test('after kill -9 of the shop the next start takes over the running database', async () => {
    const first = await shop.running()
    const database = await shop.databasePid()
    first.child.kill('SIGKILL')
    await first.ended
    const next = await shop.open()
    expect(next.output()).toContain('took over the database')
    expect(await shop.databasePid()).toBe(database)
  })

  test('SIGTERM: running requests finish, streams end by themselves, no new one is accepted, the database stops, exit 0', async () => {
    const run = await shop.running()
    const slow = ask(run, '/slow/700').then((answer) => answer.text())
    const stream = await ask(run, '/stream')
    await sleep(200)
    run.child.kill('SIGTERM')
    // Cut off after the limit of the shutdown, it would be an error.
    expect(await stream.text()).toBe('open ended')
    await sleep(150)
    await expect(ask(run, '/')).rejects.toThrow(/fetch failed/)
    expect(await slow).toBe('served')
    expect(await run.ended).toBe(0)
    expect(run.output()).toContain('app closed')
    expect(await shop.databasePid()).toBeNull()
  })
})

test('a live shop whose database makes no second role opens and warns', async () => {
  const { url, close } = await testDatabase()
  const role = `${new URL(url).pathname.slice(1)}_app`
  await onServer(url, (client) => client.query(`create role ${role}`))
  const run = await shop.open({ ...live_env, DATABASE_URL: url })
  expect(run.output()).toContain(`the role ${role} belongs to somebody else. Let DATABASE_URL`)
  expect(run.output()).toContain('served by tiem"')
  await shop.closeAll()
  await close()
  await onServer(inject('test_server_url'), (client) => client.query(`drop role ${role}`))
})
