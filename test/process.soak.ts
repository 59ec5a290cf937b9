import { createServer, type AddressInfo, type Server } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ask, loneProcess } from '#test/support/process/lone-process.ts'

// The process of the shop, killed in different ways and started with wrong settings.
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

describe.concurrent('wrong settings end with a message and exit 1', () => {
  test('a busy port', async () => {
    const other = await occupy()
    const { port } = other.address() as AddressInfo
    const run = await shop.start({ PORT: String(port) })
    expect(await run.ended).toBe(1)
    expect(run.output()).toContain(`Port ${port} is taken by another program`)
    expect(run.output()).not.toMatch(/\bat .*\.ts:/)
    other.close()
  })

  test.each([
    [{ DATA_DIR: 'package.json/data' }, /data folder .* cannot be made/],
    [{ SEED: 'all', SHOP_MODE: 'free' }, /2 problems:\n {2}- .*SEED.*\n {2}- .*SHOP_MODE/],
    [{ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' }, /127\.0\.0\.1:1\/x does not answer/],
  ])('%o', async (env, message) => {
    const run = await shop.start(env)
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(message)
    expect(run.output()).not.toMatch(/secret|\bat .*\.ts:/)
  })
})

function occupy(): Promise<Server> {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => done(server))
  })
}
