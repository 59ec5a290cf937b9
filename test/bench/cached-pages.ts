import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findRunningPostgres } from '#platform/database/embedded-postgres.ts'
import { requestsPerSecond, type RepeatedRequest } from '#test/bench/load.ts'
import { BenchFailure } from '#test/bench/connection.ts'
import { renderCost } from '#test/bench/pages.ts'
import type { Figure, Report } from '#test/bench/report.ts'
import { startShop } from '#test/support/shop-server.ts'

const category = '/dien-thoai'
const search = '/tim-kiem?q=iphone'
const product = '/iphone-18-pro-max-256gb'
const load = { connections: 32, seconds: 1 }
/** Shop and bare server alternate, so that other load of the machine affects both. */
const rounds = 7

/** Measures the cost of rendering public pages, and the rate of cached ones compared to bare Node. */
export async function cachedPagesBench(report: Report): Promise<void> {
  const data_dir = mkdtempSync(join(tmpdir(), 'tiem-bench-'))
  try {
    const open = (env: Record<string, string>) =>
      startShop({ data_dir, env: { LOG_LEVEL: 'info', ...env } })
    const uncached = await open({ PAGE_CACHE_MB: '0' })
    report(await renderCost(uncached.url, 'an uncached category page', category, 2.5))
    report(await renderCost(uncached.url, 'an uncached product page', product, 2.5))
    report(await renderCost(uncached.url, 'an uncached home page', '/', 4))
    report(await renderCost(uncached.url, 'an uncached search page', search, 4))
    await uncached.close()
    const shop = await open({})
    await compare('a cached category page', { origin: shop.url, path: category }, report)
    await compare('a cached product page', { origin: shop.url, path: product }, report)
    await compare('a cached search page', { origin: shop.url, path: search }, report)
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
  const browser_headers = {
    'accept-encoding': 'gzip, deflate, br',
    cookie: 'token=abc; province_id=30',
  }
  const first = await answerTo(origin, path, browser_headers)
  const headers =
    subject.is_known === true
      ? { ...browser_headers, 'if-none-match': first.headers['etag'] ?? '' }
      : browser_headers
  const answer = await answerTo(origin, path, headers)
  const repeated: RepeatedRequest = { path, headers, status: answer.status }
  const bare = await startBare(answer)
  const ratios: number[] = []
  const rates: number[] = []
  await requestsPerSecond(origin, repeated, load)
  await requestsPerSecond(bare.origin, repeated, load)
  for (let round = 0; round < rounds; round++) {
    const shop_rate = await requestsPerSecond(origin, repeated, load)
    const bare_rate = await requestsPerSecond(bare.origin, repeated, load)
    ratios.push(shop_rate / bare_rate)
    rates.push(shop_rate)
  }
  bare.close()
  const { body } = answer
  report({
    name,
    value: median(ratios),
    unit: 'of bare',
    bar: 0.7,
    good: 'at least',
    how: `${Math.round(median(rates))} requests/s, ${answer.status}, ${body.length} bytes, 32 connections; compared to node:http with the same bytes and headers, ${rounds} rounds`,
  })
}

/** The slowest time from a commit in SQL until page, data and search answer with the new price. */
async function priceChange(origin: string, database_url: string): Promise<Figure> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  const paths = [product, `/_data${product}?_province=30`, '/tim-kiem?q=iphone+18+pro+max+256gb']
  const delays: number[] = []
  for (let price = 30_111_000; price < 30_119_000; price += 1_000) {
    for (const path of paths) await answerTo(origin, path, {})
    await client.query(
      `update price set list_price = $2, sale_price = null where product_id in (select product_id
       from product where parent_id = (select entity_id from slug where path = $1))`,
      [product.slice(1), price],
    )
    const changed = performance.now()
    const shown = new RegExp(String(price).replace(/(\d+)(\d{3})(\d{3})/, '$1[.]?$2[.]?$3'))
    for (const path of paths) {
      while (!shown.test((await answerTo(origin, path, {})).body.toString())) {
        if (performance.now() - changed > 10_000)
          throw new BenchFailure(`${path} still shows the old price`)
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

interface BareAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

function answerTo(origin: string, path: string, headers: Record<string, string>) {
  return new Promise<BareAnswer>((done, failed) => {
    const outgoing = request(origin + path, { headers, agent: false }, (response) => {
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
    outgoing.on('error', failed)
    outgoing.end()
  })
}

async function startBare({ status, headers, body }: BareAnswer) {
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
