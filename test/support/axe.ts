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

/**
 * Returns the accessibility problems that axe finds on a page, one line each. What is fading in is waited for: half
 * transparent text has half its contrast. With `targets` their size counts too (WCAG 2.2 AA), as for Lighthouse: only
 * where no bar lies over the end of the window, or what it half covers would be too small.
 */
export async function axeProblems(page: Page, { targets = false } = {}): Promise<string[]> {
  await page.evaluate(async () => {
    // In a closed `details` an animation stands still.
    const isShown = ({ effect }: Animation) =>
      !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility() !== false
    const ending = document
      .getAnimations()
      .filter(
        (animation) =>
          animation.playState === 'running' &&
          animation.effect?.getComputedTiming().endTime !== Infinity &&
          isShown(animation),
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  await page.evaluate(source)
  const { violations } = await page.evaluate((run) => window.axe.run(run), {
    // Nothing is worked out for the elements that pass: a tenth of the time of a page.
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: targets } },
  } satisfies RunOptions)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      [id, help, target.join(' '), failureSummary?.replace(/\s+/g, ' ')].join(' · '),
    ),
  )
}
