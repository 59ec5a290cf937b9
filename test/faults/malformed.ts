import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '#test/bench/memory.ts'
import { type Fault, none, noneOf } from '#test/faults/fault.ts'
import {
  type Hurt,
  hurtRequest,
  kind_names,
  type Random,
  randomFrom,
} from '#test/faults/malformed-requests.ts'
import { openSite, type Site, untilAnswered } from '#test/faults/site.ts'
import { dataOf } from '#test/support/buyer.ts'

const lines = 48
const hang_ms = 25_000
const growth_bar_mib = 120
const seed = 20_261_121

export interface Seen {
  broken: string[]
  hung: string[]
  smuggled: string[]
  statuses: Map<string, Map<string, number>>
}

/** Malformed requests of every kind over raw sockets (F10): no 5xx, no hang, alive, no leak. */
export const malformed: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const count = rounds(5_000, 100_000)
    const token = await guestToken(site)
    const random = randomFrom(seed)
    // What a process keeps once it has been busy counts for nothing; what comes on top of it does.
    const first = Math.max(500, Math.floor(count / 5))
    await sendAll(site, { count: first, random, token, seen: emptySeen() })
    const before = await restedMemory(site)
    const seen = emptySeen()
    const started = performance.now()
    await sendAll(site, { count, random, token, seen })
    const rate = count / ((performance.now() - started) / 1_000)
    await untilAnswered(`${site.url}/`)
    const growth = (await restedMemory(site)) - before
    tellStatuses(seen)
    const how = `${count} requests, ${rate.toFixed(0)} per s, seed ${seed}`
    noneOf(report, '5xx to malformed requests', seen.broken, how)
    noneOf(report, 'hung for 25 s', seen.hung, 'neither answered nor closed')
    noneOf(
      report,
      'smuggling forms taken',
      seen.smuggled,
      'answered with anything but 400 or a closed line',
    )
    const complaints = site.shop().complaints
    noneOf(report, 'errors in the log', complaints, 'level error and above')
    report({
      name: 'memory grown',
      value: Math.max(0, growth),
      unit: 'MiB PSS',
      bar: growth_bar_mib,
      good: 'at most',
      how: 'after 3 s of rest',
    })
    none(report, 'not alive afterwards', 0, '/ answered 200')
  } finally {
    await site.close()
  }
}

interface Salvo {
  count: number
  random: Random
  token: string
  seen: Seen
}

/** Sends so many of them, some with the token, and notes what came back. */
export async function sendAll(
  site: Pick<Site, 'url'>,
  { count, random, token, seen }: Salvo,
): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < count) {
      const hurt = hurtRequest(++next, random)
      const bytes = withToken(hurt.bytes, token)
      note(seen, hurt, await send(site, { ...hurt, bytes }))
    }
  }
  await Promise.all(Array.from({ length: lines }, work))
}

const placeholder = Buffer.from('Bearer TOKEN')

function withToken(bytes: Buffer, token: string): Buffer {
  const at = bytes.indexOf(placeholder)
  if (at < 0) return bytes
  const rest = bytes.subarray(at + placeholder.length)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(`Bearer ${token}`), rest])
}

/** What came back, as latin-1; null when the line hung. */
function send(site: Pick<Site, 'url'>, { bytes, is_cut }: Hurt): Promise<string | null> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve) => {
    const line = connect(Number(port), hostname)
    let answer = ''
    let is_late = false
    const timer = setTimeout(() => {
      is_late = true
      line.destroy()
    }, hang_ms)
    line.on('data', (part: Buffer) => {
      if (answer.length < 100_000) answer += part.toString('latin1')
      if (isWhole(answer)) line.end()
    })
    line.on('error', () => undefined)
    line.on('close', () => {
      clearTimeout(timer)
      resolve(is_late ? null : answer)
    })
    if (is_cut === true) line.end(bytes)
    else line.write(bytes)
  })
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1]
  if (length !== undefined) return answer.length >= end + 4 + Number(length)
  return answer.endsWith('0\r\n\r\n')
}

function note(
  seen: Seen,
  { kind, bytes, is_smuggling }: Hurt & { kind: string },
  answer: string | null,
) {
  const told = JSON.stringify(bytes.subarray(0, 160).toString('latin1'))
  if (answer === null) seen.hung.push(`${kind}: ${told}`)
  const statuses = [...(answer ?? '').matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(
    ([, status]) => status ?? '',
  )
  if (statuses.some((status) => status.startsWith('5'))) {
    seen.broken.push(`${kind}: ${told} → ${(answer ?? '').slice(0, 80)}`)
  }
  if (is_smuggling === true && statuses.some((status) => status !== '400')) {
    seen.smuggled.push(`${told} → ${statuses.join(' ')}`)
  }
  const counts = seen.statuses.get(kind) ?? new Map<string, number>()
  const said = answer === null ? 'hung' : (statuses[0] ?? 'closed')
  counts.set(said, (counts.get(said) ?? 0) + 1)
  seen.statuses.set(kind, counts)
}

export function emptySeen(): Seen {
  return { broken: [], hung: [], smuggled: [], statuses: new Map() }
}

function tellStatuses({ statuses }: Seen): void {
  for (const kind of kind_names) {
    const counts = [...(statuses.get(kind) ?? [])].toSorted(([a], [b]) => a.localeCompare(b))
    console.log(`  ${kind.padEnd(18)} ${counts.map(([said, n]) => `${said}: ${n}`).join('  ')}`)
  }
}

async function guestToken(site: Site): Promise<string> {
  const answer = await site.call('POST', '/api/sso/auth/guest-token', { json: {} })
  return dataOf<{ token: string }>(answer).token
}

async function restedMemory(site: Site): Promise<number> {
  await sleep(3_000)
  return memoryOf([site.shop().pid])
}
