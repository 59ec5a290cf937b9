import { insertMember } from '#shop/identity/member-store.ts'
import { openPasswordHasher } from '#shop/identity/password-hasher.ts'
import { type Fault, noneOf } from '#test/faults/fault.ts'
import { openSite, type Site } from '#test/faults/site.ts'
import { knockAsHost } from '#test/members/knock-as-host.ts'

const typed_password = 'sai mật khẩu này'

/**
 * T8, T15: the pages of sign-in do not tell whether a phone has an account, by words, by status or by time. Each phone
 * is asked once, known and unknown ones in turn, so that limits and the load of the machine are the same for both.
 */
export const accounts: Fault = async (report, { rounds }) => {
  const number = rounds(60, 400)
  const site = await openSite()
  try {
    await addMembers(site, number)
    const asks = {
      'sign-in by password': (phone: string) =>
        send(site, '/dang-nhap/mat-khau', { phone, password: typed_password }),
      'request of a code': (phone: string) => send(site, '/dang-nhap', { phone }),
    }
    for (const [name, ask] of Object.entries(asks)) {
      const known: Seen[] = []
      const unknown: Seen[] = []
      for (let n = 0; n < number; n += 1) {
        known.push(await ask(phoneOf('3', n)))
        unknown.push(await ask(phoneOf('7', n)))
      }
      const said = new Set([...known, ...unknown].map(({ answer }) => answer))
      const different = said.size === 1 ? [] : [...said].map((text) => text.slice(0, 300))
      noneOf(
        report,
        `${name}: answers that differ`,
        different,
        `${number} known, ${number} unknown`,
      )
      report({
        name: `${name}: known and unknown told apart by time`,
        value: Math.abs(rankDifference(timesOf(known), timesOf(unknown))),
        unit: 'σ',
        // One of 15,000 tests of equal times is beyond it.
        bar: 4,
        good: 'at most',
        how: `median ${median(timesOf(known)).toFixed(1)} and ${median(timesOf(unknown)).toFixed(1)} ms`,
      })
    }
  } finally {
    await site.close()
  }
}

interface Seen {
  answer: string
  ms: number
}

const phoneOf = (kind: '3' | '7', n: number) => `09${kind}${String(n).padStart(7, '0')}`

/** Members with a password, whose check takes its time. */
async function addMembers(site: Site, number: number): Promise<void> {
  const password_hash = await openPasswordHasher().hash('cá rô phi kho tộ')
  const now = new Date()
  await site.inDatabase(async (db) => {
    for (let n = 0; n < number; n += 1) {
      const phone = `+84${phoneOf('3', n).slice(1)}`
      await db
        .transaction()
        .execute((tx) => insertMember(tx, { phone, name: 'An', password_hash }, now))
    }
  })
}

/** Sends a form of the member site. The phone and what is drawn at random are left out of the answer. */
async function send(site: Site, path: string, fields: Record<string, string>): Promise<Seen> {
  const { port } = new URL(site.url)
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  }
  const body = new URLSearchParams(fields).toString()
  const began = performance.now()
  const sent = { method: 'POST', headers, body }
  const response = await knockAsHost(site.url + path, `smember.localhost:${port}`, sent)
  const text = await response.text()
  const ms = performance.now() - began
  const names = [...new Set(response.headers.getSetCookie().map((line) => line.split('=')[0]))]
  const place = response.headers.get('location') ?? ''
  const phone = fields['phone'] ?? ''
  const same = [text, place].map((one) => one.replaceAll(phone, '…').replaceAll(/[\w-]{20,}/g, '…'))
  return { answer: [response.status, ...names, ...same].join('\n'), ms }
}

const timesOf = (seen: readonly Seen[]) => seen.map(({ ms }) => ms)

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/**
 * How far two samples are from being one, in standard deviations (the rank sum of Mann and Whitney): it asks whether
 * one is usually slower, whatever single answers took.
 */
function rankDifference(one: readonly number[], other: readonly number[]): number {
  const wins = one.reduce(
    (sum, a) => sum + other.reduce((won, b) => won + (a > b ? 1 : a === b ? 0.5 : 0), 0),
    0,
  )
  const pairs = one.length * other.length
  return (wins - pairs / 2) / Math.sqrt((pairs * (one.length + other.length + 1)) / 12)
}
