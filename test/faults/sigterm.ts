import { readdirSync, readFileSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, FaultFailure, noneOf } from '#test/faults/fault.ts'
import { fillShelves, isAlive, openSite, type Site } from '#test/faults/site.ts'

const shoppers = 16

/** SIGTERM to one of two processes at a time, under load: nobody notices (F16). */
export const sigterm: Fault = async (report, { rounds }) => {
  const site = await openSite({ env: { WEB_CONCURRENCY: '2' } })
  try {
    const items = await fillShelves(site)
    const load = startLoad(site, items)
    const times = rounds(4, 20)
    try {
      await sleep(1_000)
      for (let time = 1; time <= times; time++) await replaceOne(site, time)
    } finally {
      await load.end()
    }
    const { seen } = load
    const how = `${seen.answers} answers, ${times} times, ${shoppers} shoppers on lines kept open`
    noneOf(report, 'requests that failed', seen.failures, how)
    report({
      name: 'lines ended politely',
      value: seen.polite,
      unit: '',
      bar: times,
      good: 'at least',
      how: 'Connection: close on the last answer of a process',
    })
  } finally {
    await site.close()
  }
}

/** Tells the older or the younger process to end, by turns, and waits until two answer again. */
async function replaceOne(site: Site, time: number): Promise<void> {
  const before = workersOf(site.shop().pid)
  const told = before[time % before.length]
  if (before.length !== 2 || told === undefined) {
    throw new FaultFailure(`${before.length} processes answer`)
  }
  process.kill(told, 'SIGTERM')
  const until = performance.now() + 30_000
  while (isAlive(told)) {
    if (performance.now() > until) throw new FaultFailure('a process does not end')
    await sleep(20)
  }
  await sleep(Math.random() * 300)
}

interface Load {
  answers: number
  polite: number
  failures: string[]
}

function startLoad(site: Site, items: readonly number[]) {
  const seen: Load = { answers: 0, polite: 0, failures: [] }
  let is_over = false
  const shop = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = askerOn(site.url, agent, seen)
    // Every other shopper thinks between two steps, so that lines are idle for moments of any length.
    const think = () => (number % 2 === 0 ? sleep(Math.random() * 700) : null)
    for (let turn = 0; !is_over; turn++) {
      await buyOnce(ask, items[(turn + number) % items.length] ?? 0, think)
    }
    agent.destroy()
  }
  const work = Promise.all(Array.from({ length: shoppers }, (_, number) => shop(number)))
  return {
    seen,
    end: async () => {
      is_over = true
      await work
    },
  }
}

type AskOn = (method: string, path: string, token?: string, json?: unknown) => Promise<unknown>

async function buyOnce(ask: AskOn, item_id: number, think: () => unknown): Promise<void> {
  await ask('GET', '/')
  await think()
  const guest = (await ask('POST', '/api/sso/auth/guest-token', undefined, {})) as
    | { token: string }
    | undefined
  if (guest === undefined) return
  const steps: [string, unknown][] = [
    ['/v1/cart', { item_id }],
    [
      '/v1/quote',
      { Quote: { type: 1, province_id: 30 }, QuoteItems: [{ item_id, item_quantity: 1 }] },
    ],
    [
      '/v1/quote/address',
      {
        name: 'Nguyễn Văn An',
        phone: `09${Math.floor(10_000_000 + Math.random() * 80_000_000)}`,
        shipping_method: 'home_delivery',
        province_id: 30,
        ward_name: 'Phường Tân Định',
        street: '12 Trần Quang Khải',
      },
    ],
    ['/v1/order', { payment_method: 'cod' }],
  ]
  for (const [path, json] of steps) {
    await think()
    await ask('POST', `/api/cart${path}`, guest.token, json)
  }
}

/** One shopper's line; the data of a good answer, and a note of everything else. */
function askerOn(url: string, agent: Agent, seen: Load): AskOn {
  return async (method, path, token, json) => {
    try {
      const { status, headers, text } = await askOnce(url + path, { method, agent, token, json })
      seen.answers += 1
      if (headers.connection === 'close') seen.polite += 1
      if (status === 200) return path.startsWith('/api/') ? JSON.parse(text).data : null
      seen.failures.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`)
    } catch (error) {
      seen.failures.push(`${method} ${path}: ${String(error)}`)
    }
    return undefined
  }
}

interface Asked {
  method: string
  agent: Agent
  token: string | undefined
  json: unknown
}

function askOnce(address: string, { method, agent, token, json }: Asked) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>(
    (resolve, reject) => {
      const headers = {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      }
      const sent = request(address, { method, agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => (text += String(part)))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      })
      sent.on('error', reject)
      sent.end(json === undefined ? undefined : JSON.stringify(json))
    },
  )
}

/** Processes that one has started to answer beside each other, oldest first. */
function workersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid && isOurs(name))
    .map(Number)
    .filter(isAlive)
    .toSorted((a, b) => a - b)
}

/** Its database is a child of the shop too. */
function isOurs(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts')
  } catch {
    return false
  }
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}
