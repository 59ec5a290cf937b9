import { lighthouse_categories, withLighthouse } from '#test/bench/lighthouse-audit.ts'
import type { Report } from '#test/bench/report.ts'
import { public_pages } from '#test/support/public-pages.ts'
import { startShop } from '#test/support/shop-server.ts'

/** The four pages that most visits begin with are audited so often, and their median counts; the others once. */
const runs = 3
const main_pages = ['home', 'category', 'product', 'search']

/** The required Lighthouse scores out of 100. */
const bars = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const

/** In ms, on the four main pages. */
const largest_paint_bar = 1_800

/**
 * A page outside of search engines loses these on purpose: it says noindex, and answers 404 or has no words for them.
 */
const of_search_engines = new Set(['is-crawlable', 'http-status-code', 'meta-description'])

/** Lighthouse audits no page that answers 404. */
const not_audited = new Set(['not-found'])

/** Runs Lighthouse on every other kind of page. */
export async function lighthouseBench(report: Report): Promise<void> {
  const shop = await startShop()
  try {
    await withLighthouse(async (audit) => {
      for (const [name, path] of Object.entries(public_pages)) {
        if (not_audited.has(name)) continue
        const results: Awaited<ReturnType<typeof audit>>[] = []
        const times = main_pages.includes(name) ? runs : 1
        for (let run = 0; run < times; run++) results.push(await audit(shop.url + path))
        const speeds = results.map(({ benchmark_index }) => benchmark_index).join(', ')
        for (const category of lighthouse_categories) {
          const lost = results[0]?.lost[category] ?? []
          if (category === 'seo' && lost.some((one) => of_search_engines.has(one))) continue
          const scores = results.map(({ scores: all }) => all[category] ?? 0)
          report({
            name: `Lighthouse mobile ${category}, ${name}`,
            value: medianOf(scores),
            unit: 'of 100',
            bar: bars[category],
            good: 'at least',
            how: `${scores.join(', ')}${lost.length === 0 ? '' : `; lost: ${lost.join(', ')}`}${category === 'performance' ? `; machine: ${speeds}` : ''}`,
          })
        }
        report({
          name: `cumulative layout shift, ${name}`,
          value: Math.max(...results.map(({ layout_shift }) => layout_shift)),
          unit: '',
          bar: 0,
          good: 'at most',
          how: `worst of ${times}`,
        })
        if (!main_pages.includes(name)) continue
        const paints = results.map(({ largest_paint }) => Math.round(largest_paint))
        report({
          name: `largest contentful paint, ${name}`,
          value: medianOf(paints),
          unit: 'ms',
          bar: largest_paint_bar,
          good: 'at most',
          how: `median of ${paints.join(', ')}`,
        })
      }
    })
  } finally {
    await shop.close()
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
