import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findRunningPostgres } from '#platform/database/embedded-postgres.ts'
import { requestsPerSecond, type Shot } from '#test/bench/load.ts'
import { BenchFailure } from '#test/bench/knock.ts'
import { renderCost } from '#test/bench/pages.ts'
import type { Figure, Report } from '#test/bench/report.ts'
import { startShop } from '#test/support/shop-server.ts'

const category = '/dien-thoai'
const product = '/iphone-18-pro-max-256gb'
const load = { lines: 32, seconds: 1 }
/** Shop and bare server take turns, so that whatever else the machine does meets both. */
const rounds = 7

/** Public pages: what one costs to make, and how near to bare Node one that was made is answered. */
export async function cachedPagesBench(report: Report): Promise<void> {
  const data_dir = mkdtempSync(join(tmpdir(), 'tiem-bench-'))
  try {
    const open = (env: Record<string, string>) =>
      startShop({ data_dir, env: { LOG_LEVEL: 'info', ...env } })
    const uncached = await open({ PAGE_CACHE_MB: '0' })
    report(await renderCost(uncached.url, 'an uncached category page', category))
    report(await renderCost(uncached.url, 'an uncached product page', product))
    await uncached.close()
    const shop = await open({})
    await compare('a cached category page', { origin: shop.url, path: category }, report)
    await compare('a cached product page', { origin: shop.url, path: product }, report)
    await compare(
      'a cached data answer',
      { origin: shop.url, path: `/_data${category}?_province=30` },
      report,
    )
    await compare(
      'a page that the browser has (304)',
      { origin: shop.url, path: category, is_known: true },
      report,
    )
    report(await priceChange(shop.url, findRunningPostgres(data_dir)?.url ?? ''))
    await shop.close()
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
  }
}

interface Subject {
  origin: string
  path: string
  is_known?: boolean
}

async function compare(name: string, subject: Subject, report: Report): Promise<void> {
  const { origin, path } = subject
  const asked = { 'accept-encoding': 'gzip, deflate, br', cookie: 'token=abc; province_id=30' }
  const first = await answerTo(origin, path, asked)
  const headers =
    subject.is_known === true ? { ...asked, 'if-none-match': first.headers['etag'] ?? '' } : asked
  const answer = await answerTo(origin, path, headers)
  const shot: Shot = { path, headers, status: answer.status }
  const bare = await startBare(answer)
  const ratios: number[] = []
  const rates: number[] = []
  await requestsPerSecond(origin, shot, load)
  await requestsPerSecond(bare.origin, shot, load)
  for (let round = 0; round < rounds; round++) {
    const ours = await requestsPerSecond(origin, shot, load)
    const theirs = await requestsPerSecond(bare.origin, shot, load)
    ratios.push(ours / theirs)
    rates.push(ours)
  }
  bare.close()
  const { body } = answer
  report({
    name,
    value: median(ratios),
    unit: 'of bare',
    bar: 0.6,
    good: 'at least',
    how: `${Math.round(median(rates))} requests/s, ${answer.status}, ${body.length} bytes, 32 lines; node:http with the same bytes and headers, ${rounds} turns`,
  })
}

/** From a commit in SQL until page, data and search answer with the new price; the slowest of several. */
async function priceChange(origin: string, database_url: string): Promise<Figure> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  const places = [product, `/_data${product}?_province=30`, '/tim-kiem?q=iphone+18+pro+max+256gb']
  const delays: number[] = []
  for (let price = 30_111_000; price < 30_119_000; price += 1_000) {
    for (const path of places) await answerTo(origin, path, {})
    await client.query(
      `update price set list_price = $2, sale_price = null where product_id in (select product_id
       from product where parent_id = (select entity_id from slug where path = $1))`,
      [product.slice(1), price],
    )
    const changed = performance.now()
    const shown = new RegExp(String(price).replace(/(\d+)(\d{3})(\d{3})/, '$1[.]?$2[.]?$3'))
    for (const path of places) {
      while (!shown.test((await answerTo(origin, path, {})).body.toString())) {
        if (performance.now() - changed > 10_000)
          throw new BenchFailure(`${path} keeps the old price`)
        await sleep(2)
      }
    }
    delays.push(performance.now() - changed)
  }
  await client.end()
  return {
    name: 'a price changed in SQL is shown',
    value: Math.max(...delays),
    unit: 'ms',
    bar: 1_000,
    good: 'at most',
    how: `page, data and search; slowest of ${delays.length}, median ${Math.round(median(delays))} ms`,
  }
}

interface Answered {
  status: number
  headers: Record<string, string>
  body: Buffer
}

function answerTo(origin: string, path: string, headers: Record<string, string>) {
  return new Promise<Answered>((done, failed) => {
    const asked = request(origin + path, { headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const own = Object.entries(response.headers).flatMap(([header, value]) =>
          ['date', 'connection', 'keep-alive'].includes(header) ? [] : [[header, String(value)]],
        )
        done({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(own) as Record<string, string>,
          body: Buffer.concat(parts),
        })
      })
    })
    asked.on('error', failed)
    asked.end()
  })
}

async function startBare({ status, headers, body }: Answered) {
  const child = fork(resolve('test/bench/bare-server.ts'))
  const port = await new Promise((done) => {
    child.once('message', done)
    child.send({ status, headers, body_base64: body.toString('base64') })
  })
  return { origin: `http://127.0.0.1:${String(port)}`, close: () => void child.kill() }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
