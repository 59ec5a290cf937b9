import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ask, loneProcess } from '#test/support/process/lone-process.ts'

// The process of the shop, killed in different ways.
const shop = loneProcess()

describe('a shop on its own data folder', () => {
  afterAll(() => shop.closeAll())

  test('after kill -9 of shop and database the next start succeeds', async () => {
    const first = await shop.running()
    process.kill((await shop.databasePid()) ?? Number.NaN, 'SIGKILL')
    first.child.kill('SIGKILL')
    await first.ended
    const next = await shop.open()
    expect(await (await ask(next, '/')).text()).toBe('served')
  })

  test('a database that is killed is started again at the same address', async () => {
    const run = await shop.running()
    const killed = await shop.databasePid()
    process.kill(killed ?? Number.NaN, 'SIGKILL')
    await expect.poll(run.output, { timeout: 5_000 }).toContain('was started again')
    expect(await shop.databasePid()).not.toBe(killed)
  })

  test('a postmaster.pid left by a crash, whose pid belongs to another process now, is ignored', async () => {
    await shop.closeAll()
    const note = join(shop.folder, 'data', 'postgres', 'data', 'postmaster.pid')
    await writeFile(note, `${process.pid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n\nready\n`)
    await writeFile(join(shop.folder, 'data', 'shop.pid'), `${process.pid} 1`)
    const run = await shop.open()
    expect(await (await ask(run, '/')).text()).toBe('served')
  })

  test('an uncaught error is logged, ends with exit 1 and still stops the database', async () => {
    const run = await shop.running()
    await ask(run, '/mistake').catch(() => undefined)
    expect(await run.ended).toBe(1)
    expect(run.output()).toContain('nobody catches me')
    expect(await shop.databasePid()).toBeNull()
  })
})
