import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: { run: (options: RunOptions) => Promise<AxeResults> }
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Nothing is worked out for the elements that pass: a tenth of the time of a page. */
const options: RunOptions = {
  resultTypes: ['violations'],
  // WCAG 2.2 AA. Lighthouse asks for it, axe not by itself.
  rules: { 'target-size': { enabled: true } },
}

/**
 * Returns the accessibility problems that axe finds on a page, one line each. What is fading in is waited for: half
 * transparent text has half its contrast.
 */
export async function axeProblems(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  await page.evaluate(source)
  const { violations } = await page.evaluate((run) => window.axe.run(run), options)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      [id, help, target.join(' '), failureSummary?.replace(/\s+/g, ' ')].join(' · '),
    ),
  )
}
