import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '#test/bench/memory.ts'
import { type Fault, none, noneOf } from '#test/faults/fault.ts'
import {
  type MalformedRequest,
  malformedRequest,
  kind_names,
  type Random,
  randomFrom,
} from '#test/faults/malformed-requests.ts'
import { openSite, type Site, untilAnswered } from '#test/faults/site.ts'
import { dataOf } from '#test/support/buyer.ts'

const connections = 48
const hang_ms = 25_000
const growth_bar_mib = 120
const seed = 20_261_121

interface Outcomes {
  broken: string[]
  hung: string[]
  smuggled: string[]
  statuses: Map<string, Map<string, number>>
}

/**
 * F10: malformed requests of every kind over raw sockets. No 5xx, no hanging connection, no crash, no leak.
 */
export const malformed: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const count = rounds(5_000, 100_000)
    const token = await guestToken(site)
    const random = randomFrom(seed)
    // Memory that a process uses after its first load is normal. Only further growth counts.
    const first = Math.max(500, Math.floor(count / 5))
    await sendAll(site, { count: first, random, token, outcomes: emptyOutcomes() })
    const before = await idleMemory(site)
    const outcomes = emptyOutcomes()
    const started = performance.now()
    await sendAll(site, { count, random, token, outcomes })
    const rate = count / ((performance.now() - started) / 1_000)
    await untilAnswered(`${site.url}/`)
    const growth = (await idleMemory(site)) - before
    printStatuses(outcomes)
    const how = `${count} requests, ${rate.toFixed(0)} per s, seed ${seed}`
    noneOf(report, '5xx to malformed requests', outcomes.broken, how)
    noneOf(report, 'hung for 25 s', outcomes.hung, 'without an answer or a close')
    noneOf(
      report,
      'ambiguous requests accepted',
      outcomes.smuggled,
      'any answer except 400 or a closed connection',
    )
    const complaints = site.shop().complaints
    noneOf(report, 'errors in the log', complaints, 'level error and above')
    report({
      name: 'memory growth',
      value: Math.max(0, growth),
      unit: 'MiB PSS',
      bar: growth_bar_mib,
      good: 'at most',
      how: 'after 3 s without requests',
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
  outcomes: Outcomes
}

/** Sends `count` malformed requests, some with the token, and records the answers. */
export async function sendAll(
  site: Pick<Site, 'url'>,
  { count, random, token, outcomes }: Salvo,
): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < count) {
      const malformed_request = malformedRequest(++next, random)
      const bytes = withToken(malformed_request.bytes, token)
      note(outcomes, malformed_request, await send(site, { ...malformed_request, bytes }))
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
}

const placeholder = Buffer.from('Bearer TOKEN')

function withToken(bytes: Buffer, token: string): Buffer {
  const at = bytes.indexOf(placeholder)
  if (at < 0) return bytes
  const rest = bytes.subarray(at + placeholder.length)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(`Bearer ${token}`), rest])
}

/** Returns the answer as latin-1, or null if the connection hung. */
function send(
  site: Pick<Site, 'url'>,
  { bytes, is_cut }: MalformedRequest,
): Promise<string | null> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    let is_late = false
    const timer = setTimeout(() => {
      is_late = true
      socket.destroy()
    }, hang_ms)
    socket.on('data', (part: Buffer) => {
      if (answer.length < 100_000) answer += part.toString('latin1')
      if (isWhole(answer)) socket.end()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(is_late ? null : answer)
    })
    if (is_cut === true) socket.end(bytes)
    else socket.write(bytes)
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
  outcomes: Outcomes,
  { kind, bytes, is_smuggling }: MalformedRequest & { kind: string },
  answer: string | null,
) {
  const excerpt = JSON.stringify(bytes.subarray(0, 160).toString('latin1'))
  if (answer === null) outcomes.hung.push(`${kind}: ${excerpt}`)
  const statuses = [...(answer ?? '').matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(
    ([, status]) => status ?? '',
  )
  if (statuses.some((status) => status.startsWith('5'))) {
    outcomes.broken.push(`${kind}: ${excerpt} → ${(answer ?? '').slice(0, 80)}`)
  }
  if (is_smuggling === true && statuses.some((status) => status !== '400')) {
    outcomes.smuggled.push(`${excerpt} → ${statuses.join(' ')}`)
  }
  const counts = outcomes.statuses.get(kind) ?? new Map<string, number>()
  const outcome = answer === null ? 'hung' : (statuses[0] ?? 'closed')
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  outcomes.statuses.set(kind, counts)
}

export function emptyOutcomes(): Outcomes {
  return { broken: [], hung: [], smuggled: [], statuses: new Map() }
}

function printStatuses({ statuses }: Outcomes): void {
  for (const kind of kind_names) {
    const counts = [...(statuses.get(kind) ?? [])].toSorted(([a], [b]) => a.localeCompare(b))
    console.log(
      `  ${kind.padEnd(18)} ${counts.map(([outcome, n]) => `${outcome}: ${n}`).join('  ')}`,
    )
  }
}

async function guestToken(site: Site): Promise<string> {
  const answer = await site.call('POST', '/api/sso/auth/guest-token', { json: {} })
  return dataOf<{ token: string }>(answer).token
}

async function idleMemory(site: Site): Promise<number> {
  await sleep(3_000)
  return memoryOf([site.shop().pid])
}
