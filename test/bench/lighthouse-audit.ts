import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { requireChrome } from '#test/support/chrome.ts'
import { freePort } from '#test/support/shop-server.ts'

/** What Lighthouse scores, out of 100. */
export const lighthouse_categories = [
  'performance',
  'accessibility',
  'best-practices',
  'seo',
] as const
type Category = (typeof lighthouse_categories)[number]

interface Audit {
  /** Null: not asked for, or left out because the page must not be indexed. */
  scores: Record<Category, number | null>
  /** The audits of a category that lost points, with what they found. */
  lost: Record<Category, string[]>
  layout_shift: number
  /**
   * How fast the machine was while it audited. By Chrome's calibration a phone has 1,000, a slow one 264 (decision
   * 374).
   */
  benchmark_index: number
  /** When the largest thing in the first window was painted on Lighthouse's phone, in ms. */
  largest_paint: number
}

/** Audits pages one after the other, by Lighthouse's mobile profile: slow 4G and 4× CPU, simulated. */
export async function withLighthouse<Result>(
  work: (
    audit: (url: string, categories?: readonly Category[]) => Promise<Audit>,
  ) => Promise<Result>,
): Promise<Result> {
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
    return await work(async (url, categories = lighthouse_categories) => {
      const settings = {
        port,
        logLevel: 'silent',
        output: 'json',
        disableFullPageScreenshot: true,
      } as const
      const answer = await lighthouse(url, { ...settings, onlyCategories: [...categories] })
      if (!answer) throw new TypeError(`Lighthouse gave no answer for ${url}`)
      return read(answer.lhr)
    })
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function read({ categories, audits, environment }: Result): Audit {
  const scores = {} as Audit['scores']
  const lost = {} as Audit['lost']
  for (const category of lighthouse_categories) {
    const result = categories[category]
    scores[category] = result?.score == null ? null : Math.round(result.score * 100)
    lost[category] = (result?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim())
  }
  const layout_shift = audits['cumulative-layout-shift']?.numericValue ?? 0
  const largest_paint = audits['largest-contentful-paint']?.numericValue ?? 0
  const benchmark_index = Math.round(environment.benchmarkIndex)
  return { scores, lost, layout_shift, largest_paint, benchmark_index }
}
