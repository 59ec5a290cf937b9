import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { ask, loneProcess } from '#test/support/process/lone-process.ts'

// The process around the shop; how it is killed in every way is process.soak.ts.
const shop = loneProcess()

// One life after another on the same folder: a test takes the shop that the one before left open.
describe('a shop on its own data folder', () => {
  afterAll(() => shop.closeAll())

  test('opens, says where, and answers', async () => {
    const run = await shop.open()
    expect(run.said()).toContain(`is open at http://localhost:${run.port}`)
    expect(run.said()).toContain(join(shop.folder, 'data'))
    expect(await (await ask(run, '/')).text()).toBe('served')
  })

  test('a second shop on the same folder is refused in words', async () => {
    await shop.running()
    const second = await shop.start()
    expect(await second.ended).toBe(1)
    expect(second.said()).toMatch(/already running on .*\(process \d+\)/)
  })

  test('after kill -9 of the shop the next start takes over the running database', async () => {
    const first = await shop.running()
    const database = await shop.databasePid()
    first.child.kill('SIGKILL')
    await first.ended
    const next = await shop.open()
    expect(next.said()).toContain('took over the database')
    expect(await shop.databasePid()).toBe(database)
  })

  test('SIGTERM: what is in flight finishes, nothing new begins, the database stops, exit 0', async () => {
    const run = await shop.running()
    const slow = ask(run, '/slow/700').then((answer) => answer.text())
    await sleep(200)
    run.child.kill('SIGTERM')
    await sleep(150)
    await expect(ask(run, '/')).rejects.toThrow(/fetch failed/)
    expect(await slow).toBe('served')
    expect(await run.ended).toBe(0)
    expect(run.said()).toContain('app closed')
    expect(await shop.databasePid()).toBeNull()
  })
})

describe.concurrent('what cannot work is said in words, with exit 1', () => {
  test('a busy port', async () => {
    const other = await occupy()
    const { port } = other.address() as AddressInfo
    const run = await shop.start({ PORT: String(port) })
    expect(await run.ended).toBe(1)
    expect(run.said()).toContain(`Port ${port} is taken by another program`)
    expect(run.said()).not.toMatch(/\bat .*\.ts:/)
    other.close()
  })

  test.each([
    [{ DATA_DIR: 'package.json/data' }, /data folder .* cannot be made/],
    [{ SEED: 'all', SHOP_MODE: 'free' }, /2 problems:\n {2}- .*SEED.*\n {2}- .*SHOP_MODE/],
    [{ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' }, /127\.0\.0\.1:1\/x does not answer/],
  ])('%o', async (env, words) => {
    const run = await shop.start(env)
    expect(await run.ended).toBe(1)
    expect(run.said()).toMatch(words)
    expect(run.said()).not.toMatch(/secret|\bat .*\.ts:/)
  })
})

function occupy(): Promise<Server> {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => done(server))
  })
}
