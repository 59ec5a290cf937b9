import type { CDPSession, Page } from 'playwright-core'
import type { Report } from '#test/bench/report.ts'
import { game_codes } from '#pure/games/game.ts'
import { openBrowser } from '#test/support/browser.ts'
import { startShop } from '#test/support/shop-server.ts'

const slow_down = 4
const watched_ms = 10_000
const screen = { width: 390, height: 844 }

/** Measures the frames of each game on a phone whose processor is four times as slow. */
export async function gamesBench(report: Report): Promise<void> {
  const shop = await startShop()
  const browser = await openBrowser()
  try {
    for (const game of game_codes) {
      const page = await browser.newPage({ viewport: screen, isMobile: true, hasTouch: true })
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slow_down })
      await page.goto(`${shop.url}/games/${game}`)
      await page.getByRole('button', { name: 'Chơi ngay' }).click()
      await page.getByRole('button', { name: 'Tạm dừng' }).waitFor()
      const { per_second, late, main_ms } = await framesOf(page, session)
      const how = `390 px, processor slowed down ${slow_down} times, ${watched_ms / 1_000} s of a run`
      report({
        ...{ name: `${game}: frames`, value: per_second, unit: '/s', bar: 57 },
        ...{ good: 'at least', how },
      })
      report({
        ...{ name: `${game}: late frames`, value: late, unit: '%', bar: 5 },
        ...{ good: 'at most', how: 'of more than 34 ms' },
      })
      report({
        ...{ name: `${game}: main thread of a frame`, value: main_ms, unit: 'ms', bar: 12 },
        ...{
          good: 'at most',
          how: 'its own time, slowed down as well; a frame has 16.7 ms',
        },
      })
      await page.close()
    }
  } finally {
    await browser.close()
    await shop.close()
  }
}

interface Frames {
  per_second: number
  late: number
  /** Processor time of the page's main thread, which other programs do not lengthen. */
  main_ms: number
}

/** Watches frames while a finger moves. */
async function framesOf(page: Page, session: CDPSession): Promise<Frames> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const used = await mainThread(session)
  const watched = page.evaluate(async (watched_for) => {
    const gaps: number[] = []
    let last = performance.now()
    const end = last + watched_for
    while (last < end) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      gaps.push(now - last)
      last = now
    }
    return gaps
  }, watched_ms)
  const until = Date.now() + watched_ms - 500
  await page.mouse.move(60, 400)
  await page.mouse.down()
  for (let n = 0; Date.now() < until; n++) {
    await page.mouse.move(n % 2 === 0 ? 320 : 60, 300 + (n % 5) * 40, { steps: 6 })
    await page.waitForTimeout(60)
  }
  await page.mouse.up()
  const gaps = await watched
  const main_s = (await mainThread(session)) - used
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  return {
    per_second: Math.round((gaps.length / total) * 10_000) / 10,
    late: Math.round((gaps.filter((gap) => gap > 34).length / gaps.length) * 1_000) / 10,
    main_ms: Math.round((main_s / gaps.length) * 100_000) / 100,
  }
}

/** Seconds of processor time that the page's main thread has used. */
async function mainThread(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}
