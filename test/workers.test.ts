import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  inject,
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from 'vitest'
import { freePort } from '#test/support/shop-server.ts'

// The processes around the shop are tested with an app that only says which of them answered.
const stand_in_app = `
export async function createApp({ log, run_jobs, drawn_secret, gather_metrics }) {
  const handle = (request, response) => {
    const ms = request.url.startsWith('/slow') ? 600 : 0
    if (request.url === '/crash') process.exit(3)
    if (request.url === '/metrics') void gather_metrics().catch(() => undefined)
    const say = { pid: process.pid, run_jobs, drawn_secret, gathers: gather_metrics !== undefined }
    setTimeout(() => response.end(JSON.stringify(say)), ms)
  }
  return { handle, close: async () => log.info('app closed') }
}
`

interface Said {
  pid: number
  run_jobs: boolean
  drawn_secret: string
  gathers: boolean
}

let house: string
let run: { child: ChildProcess; url: string; said: () => string; ended: Promise<number | null> }

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'tiem workers '))
  await chmod(house, 0o755)
  for (const file of ['main.ts', 'package.json']) await cp(file, join(house, file))
  for (const folder of ['config', 'platform', 'db', 'pure', 'node_modules']) {
    await symlink(resolve(folder), join(house, folder))
  }
  await mkdir(join(house, 'dist', 'server'), { recursive: true })
  await mkdir(join(house, 'dist', 'client'), { recursive: true })
  await writeFile(join(house, 'dist', 'server', 'app.js'), stand_in_app)
  await writeFile(join(house, 'dist', 'client', 'manifest.json'), '{}')
})
afterAll(() => rm(house, { recursive: true, force: true }))

// What a shop must survive, one blow after another: it is the same shop to the end.
describe('one shop of two processes', () => {
  let heard: () => string

  beforeAll(open)
  beforeEach(() => {
    const before = run.said().length
    heard = () => run.said().slice(before)
  })
  afterAll(close)

  test('two processes answer on one port; one of them does the jobs; a secret is shared', async () => {
    const said = await bothOf()
    expect(said.map(({ run_jobs }) => run_jobs).sort()).toEqual([false, true])
    expect(new Set(said.map(({ drawn_secret }) => drawn_secret)).size).toBe(1)
    expect(said.every(({ gathers }) => gathers)).toBe(true)
    expect(said.some(({ pid }) => pid === run.child.pid)).toBe(false)
  })

  test('kill -9 of one: another takes its place and its jobs, and the port goes on answering', async () => {
    const doer = (await bothOf()).find(({ run_jobs }) => run_jobs)
    process.kill(doer?.pid ?? 0, 'SIGKILL')
    await expect.poll(heard, { timeout: 5_000 }).toContain('another takes its place')
    const others = await bothOf()
    expect(others.map(({ pid }) => pid)).not.toContain(doer?.pid)
    expect(others.filter(({ run_jobs }) => run_jobs)).toHaveLength(1)
  })

  test('kill -9 of one while figures are gathered from it: the shop stays', async () => {
    const both = await bothOf()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const asked = await ask('/', agent)
    // The starter wakes with the question before it and the end of who should answer behind it.
    run.child.kill('SIGSTOP')
    for (let times = 0; times < 20; times++) await ask('/metrics', agent)
    const other = both.find(({ pid }) => pid !== asked.pid)
    process.kill(other?.pid ?? 0, 'SIGKILL')
    await sleep(200)
    run.child.kill('SIGCONT')
    await expect.poll(heard, { timeout: 5_000 }).toContain('another takes its place')
    agent.destroy()
    expect(await bothOf()).toHaveLength(2)
    expect(heard()).not.toContain('a mistake nobody caught')
  })

  test('SIGTERM to one while shoppers knock: not one request fails', async () => {
    const [first] = await bothOf()
    let is_over = false
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const paths = [...Array<string>(6).fill('/'), '/slow', '/slow']
    const answers = paths.map(() => 0)
    const shopper = async (path: string, index: number) => {
      while (!is_over) {
        await ask(path, agent)
        answers[index] = (answers[index] ?? 0) + 1
      }
    }
    /** Everybody has been answered once more. */
    const nextAnswers = async () => {
      const before = [...answers]
      const isNext = () => answers.every((count, index) => count > (before[index] ?? 0))
      await expect.poll(isNext, { timeout: 10_000 }).toBe(true)
    }
    const shoppers = Promise.all(paths.map(shopper))
    await nextAnswers()
    process.kill(first?.pid ?? 0, 'SIGTERM')
    await expect.poll(() => isAlive(first?.pid ?? 0), { timeout: 10_000 }).toBe(false)
    await nextAnswers()
    is_over = true
    await shoppers
    agent.destroy()
    expect((await bothOf()).map(({ pid }) => pid)).not.toContain(first?.pid)
  })

  test('SIGTERM to one: it goes on answering until another answers in its place', async () => {
    const [first] = await bothOf()
    process.kill(first?.pid ?? 0, 'SIGTERM')
    await expect.poll(heard, { timeout: 5_000 }).toContain('another takes its place first')
    const seen = new Set<number>()
    while (isAlive(first?.pid ?? 0)) seen.add((await ask('/')).pid)
    expect(seen.has(first?.pid ?? 0)).toBe(true)
    expect(heard()).not.toContain('a process ended')
    const others = await bothOf()
    expect(others.map(({ pid }) => pid)).not.toContain(first?.pid)
  })
})

describe('WEB_CONCURRENCY=2', () => {
  afterEach(close)

  test('SIGTERM to all at once, as a terminal sends it: all end, exit 0', async () => {
    await open()
    for (const { pid } of await bothOf()) process.kill(pid, 'SIGTERM')
    await expect.poll(run.said, { timeout: 5_000 }).toContain('another takes its place first')
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  })

  test('one that crashes again and again is replaced ever more slowly', async () => {
    await open()
    const crash = () => ask('/crash').catch(() => undefined)
    await crash()
    await crash()
    await expect.poll(() => run.said().split('another takes its place').length - 1).toBe(2)
    expect(await bothOf()).toHaveLength(2)
  })

  test('SIGTERM to the shop: all finish what they have in hand, exit 0', async () => {
    await open()
    const slow = Promise.all([ask('/slow'), ask('/slow'), ask('/slow')])
    await sleep(200)
    run.child.kill('SIGTERM')
    expect(await slow).toHaveLength(3)
    expect(await run.ended).toBe(0)
    expect(run.said().split('app closed')).toHaveLength(3)
  })

  test('kill -9 of the shop leaves none behind', async () => {
    await open()
    const said = await bothOf()
    run.child.kill('SIGKILL')
    await run.ended
    await expect.poll(() => said.some(({ pid }) => isAlive(pid)), { timeout: 5_000 }).toBe(false)
  })

  test('an app that cannot open is told once in words, exit 1', async () => {
    const app = join(house, 'dist', 'server', 'app.js')
    await writeFile(app, `export async function createApp() { throw new Error('no app today') }`)
    start(await freePort())
    expect(await run.ended).toBe(1)
    expect(run.said()).toContain('no app today')
    expect(run.said()).toContain('before it was open')
    await writeFile(app, stand_in_app)
  })
})

async function close(): Promise<void> {
  run.child.kill('SIGTERM')
  await run.ended
}

async function open(): Promise<void> {
  start(await freePort())
  await vi.waitFor(() => expect(run.said()).toContain('is open at'), 20_000)
}

function start(port: number): void {
  const child = spawn(process.execPath, ['main.ts'], {
    cwd: house,
    env: {
      PORT: String(port),
      SEED: 'none',
      WEB_CONCURRENCY: '2',
      DATABASE_URL: inject('test_server_url'),
      PATH: '/usr/sbin:/usr/bin:/bin',
    },
  })
  let text = ''
  child.stdout.on('data', (part) => (text += String(part)))
  child.stderr.on('data', (part) => (text += String(part)))
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  run = { child, url: `http://127.0.0.1:${port}`, said: () => text, ended }
}

/** What each process says: knocks until both have answered. */
async function bothOf(): Promise<Said[]> {
  const said = new Map<number, Said>()
  for (let tries = 0; tries < 400 && said.size < 2; tries++) {
    const one = await ask('/').catch(() => null)
    if (one) said.set(one.pid, one)
    else await sleep(25)
    // One that was killed may have answered before it went.
    for (const pid of said.keys()) if (!isAlive(pid)) said.delete(pid)
    await sleep(10)
  }
  return [...said.values()]
}

function ask(path: string, agent?: Agent): Promise<Said> {
  return new Promise((done, failed) => {
    const request = get(run.url + path, agent ? { agent } : { agent: false }, (response) => {
      let text = ''
      response.on('data', (part) => (text += String(part)))
      response.on('end', () => done(JSON.parse(text) as Said))
    })
    request.on('error', failed)
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
