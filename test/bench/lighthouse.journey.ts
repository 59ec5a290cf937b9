import { expect, test } from 'vitest'
import { withLighthouse } from '#test/bench/lighthouse-audit.ts'
import { journey } from '#test/support/journey.ts'
import { public_pages } from '#test/support/public-pages.ts'

const shop = journey()

/** One address of each kind of page that search engines know. */
const kinds = [
  ...['home', 'category', 'product', 'search', 'landing-night', 'news', 'policy', 'shops'],
  ...['repair-service', 'trade-in-device', 'used-device', 'calendar', 'keyboard-test', 'games'],
]

/**
 * Accessibility is tested by axe, which Lighthouse runs too; scores of speed depend on the machine (`npm run bench`).
 */
test(
  'Lighthouse finds no fault in practice and search on any kind of page',
  { timeout: 400_000 },
  async () => {
    const faults: unknown[] = []
    await withLighthouse(async (audit) => {
      for (const kind of kinds) {
        const path = public_pages[kind]
        if (path === undefined) throw new TypeError(`there is no page ${kind}`)
        const { scores, lost } = await audit(shop.url + path, ['best-practices', 'seo'])
        if (scores['best-practices'] !== 100 || scores.seo !== 100) faults.push({ path, lost })
      }
    })
    expect(faults).toEqual([])
  },
)
