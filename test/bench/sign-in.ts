import { setTimeout as sleep } from 'node:timers/promises'
import { rmSync } from 'node:fs'
import { paths } from '#member-site/addresses/paths.ts'
import { secretBox } from '#platform/files/secret-box.ts'
import { otpLabel } from '#shop/identity/otp/otp.ts'
import { BenchFailure } from '#test/bench/connection.ts'
import type { Report } from '#test/bench/report.ts'
import { openSite, type Site } from '#test/faults/site.ts'
import { knockAsHost } from '#test/members/knock-as-host.ts'

const secret_key = 'k'.repeat(40)
const at_once = 16
const measured = 600
const per_second = 50

/** A member whose phone got a code: what the browser holds, and the code. */
interface Waiting {
  cookie: string
  code: string
}

/**
 * Measures sign-ins of members by one-time password: how many there can be, and how long one takes at a steady pace.
 */
export async function signInBench(report: Report): Promise<void> {
  const site = await openSite({ env: { SECRET_KEY: secret_key } })
  try {
    await prove(site, await askCodes(site, 100, 50))
    const crowd = await askCodes(site, 10_000, measured)
    const started = performance.now()
    await prove(site, crowd)
    report({
      name: 'sign-ins by one-time password',
      value: measured / ((performance.now() - started) / 1_000),
      unit: 'per s',
      bar: 100,
      good: 'at least',
      how: `${measured} phones, ${at_once} at once: the code is compared, account and session are made`,
    })
    const times = await provePaced(site, await askCodes(site, 20_000, measured))
    report({
      name: 'a one-time password, p99',
      value: times.toSorted((one, two) => one - two)[Math.floor(times.length * 0.99)] ?? 0,
      unit: 'ms',
      bar: 100,
      good: 'at most',
      how: `${measured} phones, ${per_second} begun in a second`,
    })
  } finally {
    await site.close()
    rmSync(site.data_dir, { recursive: true, force: true })
  }
}

/** Asks for a code for each of so many phones, and reads the codes with the shop's own key. */
async function askCodes(site: Site, first: number, count: number): Promise<Waiting[]> {
  const phones = Array.from(
    { length: count },
    (_, n) => `09120${String(first + n).padStart(5, '0')}`,
  )
  const cookies = new Map<string, string>()
  await together(phones, async (phone) => {
    const { status, cookie } = await post(site, paths.sign_in, { phone })
    if (status !== 303) throw new BenchFailure(`the form for a code answered ${status}`)
    cookies.set(`+84${phone.slice(1)}`, cookie)
  })
  const box = secretBox({ secret_key, data_dir: site.data_dir }, 'otp')
  return site.inDatabase(async (db) => {
    const rows = await db
      .selectFrom('otp')
      .select(['phone', 'sealed_code', 'token_hash', 'purpose'])
      .where('phone', 'in', [...cookies.keys()])
      .execute()
    return rows.map(({ phone, sealed_code, token_hash, purpose }) => ({
      cookie: cookies.get(phone) ?? '',
      code: box.open(sealed_code, otpLabel(token_hash, purpose)) ?? '',
    }))
  })
}

/** Sends all codes, some at once. */
async function prove(site: Site, crowd: readonly Waiting[]): Promise<void> {
  await together(crowd, (waiting) => proveOne(site, waiting))
}

/** Sends codes at a steady pace. Returns the milliseconds of each. */
async function provePaced(site: Site, crowd: readonly Waiting[]): Promise<number[]> {
  const started = performance.now()
  const all = crowd.map(async (waiting, n) => {
    await sleep(Math.max(0, started + (n * 1_000) / per_second - performance.now()))
    const begun = performance.now()
    await proveOne(site, waiting)
    return performance.now() - begun
  })
  return Promise.all(all)
}

async function proveOne(site: Site, { cookie, code }: Waiting): Promise<void> {
  const answer = await post(site, paths.code, { code }, cookie)
  if (answer.status !== 303 || !answer.cookie.includes('smember=')) {
    throw new BenchFailure(`a right code was answered ${answer.status}`)
  }
}

async function together<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: at_once }, worker))
}

async function post(site: Site, path: string, fields: Record<string, string>, cookie = '') {
  const answer = await knockAsHost(site.url + path, 'smember.localhost', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...(cookie === '' ? {} : { cookie }),
    },
    body: new URLSearchParams(fields).toString(),
  })
  const lines = answer.headers.getSetCookie().filter((line) => !line.includes('Max-Age=0'))
  return { status: answer.status, cookie: lines.map((line) => line.split(';')[0]).join('; ') }
}
