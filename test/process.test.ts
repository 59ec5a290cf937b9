import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { ask, loneProcess } from '#test/support/process/lone-process.ts'

// The process of the shop. process.soak.ts kills it in different ways and starts it with wrong settings.
const shop = loneProcess()

// The tests run in sequence on the same folder: each uses the shop that the one before left open.
describe('a shop on its own data folder', () => {
  afterAll(() => shop.closeAll())

  test('opens, logs its address, and answers', async () => {
    const run = await shop.open()
    expect(run.output()).toContain(`is open at http://localhost:${run.port}`)
    expect(run.output()).toContain(join(shop.folder, 'data'))
    expect(await (await ask(run, '/')).text()).toBe('served')
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

  test('SIGTERM: running requests finish, no new one is accepted, the database stops, exit 0', async () => {
    const run = await shop.running()
    const slow = ask(run, '/slow/700').then((answer) => answer.text())
    await sleep(200)
    run.child.kill('SIGTERM')
    await sleep(150)
    await expect(ask(run, '/')).rejects.toThrow(/fetch failed/)
    expect(await slow).toBe('served')
    expect(await run.ended).toBe(0)
    expect(run.output()).toContain('app closed')
    expect(await shop.databasePid()).toBeNull()
  })
})
