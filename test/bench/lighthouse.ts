import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import type { Figure, Report } from '#test/bench/report.ts'
import { requireChrome } from '#test/support/chrome.ts'
import { freePort, startShop } from '#test/support/shop-server.ts'

const runs = 3

/** The required Lighthouse scores out of 100. */
const bars = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof bars

const pages = {
  home: '/',
  category: '/dien-thoai',
  product: '/iphone-18-pro-max-256gb',
  search: '/tim-kiem?q=iphone',
}

/** Runs Lighthouse on the four pages that most visits begin with. */
export async function lighthouseBench(report: Report): Promise<void> {
  const shop = await startShop()
  try {
    for (const [name, path] of Object.entries(pages)) {
      for (const figure of await lighthouseScores(shop.url + path, name)) report(figure)
    }
  } finally {
    await shop.close()
  }
}

/**
 * Runs Lighthouse's mobile profile (slow 4G and 4× CPU, simulated) on one page of a built shop. Each page is
 * audited `runs` times. The median of a category counts, and audits that lost points are listed.
 */
async function lighthouseScores(url: string, name: string): Promise<Figure[]> {
  const results: Audit[] = []
  for (let run = 0; run < runs; run++) results.push(await audit(url))
  return (Object.keys(bars) as Category[]).map((category) => {
    const scores = results.map((result) => result.scores[category]).toSorted((a, b) => a - b)
    const middle = results.find(
      (result) => result.scores[category] === scores[Math.floor(runs / 2)],
    )
    return {
      name: `Lighthouse mobile ${category}, ${name}`,
      value: scores[Math.floor(runs / 2)] ?? 0,
      unit: 'of 100',
      bar: bars[category],
      good: 'at least',
      how: `median of ${runs}: ${scores.join(', ')}${lost(middle?.lost[category] ?? [])}`,
    }
  })
}

interface Audit {
  scores: Record<Category, number>
  lost: Record<Category, string[]>
}

async function audit(url: string): Promise<Audit> {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'tiem-lighthouse-'))
  const as_root = process.getuid?.() === 0
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: requireChrome(),
    args: [
      `--remote-debugging-port=${port}`,
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      ...(as_root ? ['--no-sandbox'] : []),
    ],
  })
  try {
    const answer = await lighthouse(url, { port, logLevel: 'silent', output: 'json' })
    if (!answer) throw new TypeError(`Lighthouse gave no answer for ${url}`)
    return read(answer.lhr)
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function read({ categories, audits }: Result): Audit {
  const scores = {} as Audit['scores']
  const missed = {} as Audit['lost']
  for (const category of Object.keys(bars) as Category[]) {
    const result = categories[category]
    scores[category] = Math.round((result?.score ?? 0) * 100)
    missed[category] = (result?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim())
  }
  return { scores, lost: missed }
}

function lost(audits: readonly string[]): string {
  return audits.length === 0 ? '' : `; lost: ${audits.join(', ')}`
}
