import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// The process around the shop is tested with an app of three addresses in place of the built one.
const stand_in_app = `
export async function createApp({ log }) {
  const handle = (request, response) => {
    const [, word, ms] = request.url.split('/')
    if (word === 'mistake') Promise.reject(new Error('nobody catches me'))
    setTimeout(() => response.end('served'), Number(ms ?? 0))
  }
  return { handle, close: async () => log.info('app closed') }
}
`

type Run = {
  child: ChildProcess
  port: number
  said: () => string
  ended: Promise<number | null>
}

let house: string
const runs: Run[] = []

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'tiem process ')) // a path with spaces, on purpose
  await chmod(house, 0o755) // as root, the database runs as another user
  for (const file of ['main.ts', 'package.json']) await cp(file, join(house, file))
  for (const folder of ['config', 'platform', 'db', 'pure', 'node_modules']) {
    await symlink(resolve(folder), join(house, folder))
  }
  await mkdir(join(house, 'dist', 'server'), { recursive: true })
  await mkdir(join(house, 'dist', 'client'), { recursive: true })
  await writeFile(join(house, 'dist', 'server', 'app.js'), stand_in_app)
  await writeFile(join(house, 'dist', 'client', 'manifest.json'), '{}')
})

afterAll(async () => {
  await closeAll()
  await rm(house, { recursive: true, force: true })
})

// One life after another on the same folder: a test takes the shop that the one before left open.
describe('a shop on its own data folder', () => {
  afterAll(closeAll)

  test('opens, says where, and answers', async () => {
    const run = await open()
    expect(run.said()).toContain(`is open at http://localhost:${run.port}`)
    expect(run.said()).toContain(join(house, 'data'))
    expect(await (await ask(run, '/')).text()).toBe('served')
  })

  test('SIGTERM: what is in flight finishes, nothing new begins, the database stops, exit 0', async () => {
    // A new one: to the one before, a line may still be open.
    await closeAll()
    const run = await open()
    const slow = ask(run, '/slow/700').then((answer) => answer.text())
    await sleep(200)
    run.child.kill('SIGTERM')
    await sleep(150)
    await expect(ask(run, '/')).rejects.toThrow(/fetch failed/)
    expect(await slow).toBe('served')
    expect(await run.ended).toBe(0)
    expect(run.said()).toContain('app closed')
    expect(await databasePid()).toBeNull()
  })

  test('a second shop on the same folder is refused in words', async () => {
    await running()
    const second = await start()
    expect(await second.ended).toBe(1)
    expect(second.said()).toMatch(/already running on .*\(process \d+\)/)
  })

  test('after kill -9 of the shop the next start takes over the running database', async () => {
    const first = await running()
    const database = await databasePid()
    first.child.kill('SIGKILL')
    await first.ended
    const next = await open()
    expect(next.said()).toContain('took over the database')
    expect(await databasePid()).toBe(database)
  })

  test('after kill -9 of shop and database the next start just works', async () => {
    const first = await running()
    process.kill((await databasePid()) ?? Number.NaN, 'SIGKILL')
    first.child.kill('SIGKILL')
    await first.ended
    const next = await open()
    expect(await (await ask(next, '/')).text()).toBe('served')
  })

  test('a database that is killed is started again at the same address', async () => {
    const run = await running()
    const killed = await databasePid()
    process.kill(killed ?? Number.NaN, 'SIGKILL')
    await expect.poll(run.said, { timeout: 5_000 }).toContain('was started again')
    expect(await databasePid()).not.toBe(killed)
  })

  test('a note left by a crash whose number belongs to another process now is seen through', async () => {
    await closeAll()
    const note = join(house, 'data', 'postgres', 'data', 'postmaster.pid')
    await writeFile(note, `${process.pid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n\nready\n`)
    await writeFile(join(house, 'data', 'shop.pid'), `${process.pid} 1`)
    const run = await open()
    expect(await (await ask(run, '/')).text()).toBe('served')
  })

  test('a mistake nobody caught is loud, ends with 1 and still stops the database', async () => {
    const run = await running()
    await ask(run, '/mistake').catch(() => undefined)
    expect(await run.ended).toBe(1)
    expect(run.said()).toContain('nobody catches me')
    expect(await databasePid()).toBeNull()
  })
})

describe.concurrent('what cannot work is said in words, with exit 1', () => {
  test('a busy port', async () => {
    const other = await occupy()
    const { port } = other.address() as AddressInfo
    const run = await start({ PORT: String(port) })
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
    const run = await start(env)
    expect(await run.ended).toBe(1)
    expect(run.said()).toMatch(words)
    expect(run.said()).not.toMatch(/secret|\bat .*\.ts:/)
  })
})

async function closeAll(): Promise<void> {
  for (const run of runs.splice(0)) {
    run.child.kill('SIGTERM')
    await run.ended
  }
}

/** The shop that is open, else a new one. */
async function running(): Promise<Run> {
  const isAlive = ({ child, said }: Run) =>
    child.exitCode === null && child.signalCode === null && said().includes('is open at')
  return runs.findLast(isAlive) ?? (await open())
}

async function open(): Promise<Run> {
  const run = await start()
  for (let waited = 0; waited < 300; waited++) {
    if (run.said().includes('is open at')) return run
    if (run.child.exitCode !== null) break
    await sleep(50)
  }
  throw new ReferenceError(`the shop did not open:\n${run.said()}`)
}

async function start(env: Record<string, string> = {}): Promise<Run> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const child = spawn(process.execPath, ['main.ts'], {
    cwd: house,
    env: { PORT: String(port), SEED: 'none', PATH: '/usr/sbin:/usr/bin:/bin', ...env },
  })
  let text = ''
  child.stdout.on('data', (part) => (text += String(part)))
  child.stderr.on('data', (part) => (text += String(part)))
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  const run = { child, port, said: () => text, ended }
  runs.push(run)
  return run
}

function ask(run: Run, path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${run.port}${path}`)
}

async function databasePid(): Promise<number | null> {
  const note = join(house, 'data', 'postgres', 'data', 'postmaster.pid')
  const text = await readFile(note, 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text, 10)
}

function occupy(): Promise<Server> {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => done(server))
  })
}

async function freePort(): Promise<number> {
  const server = await occupy()
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
