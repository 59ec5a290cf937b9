import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    layout_shift: number
  }
}

const folder = 'screenshots'

/** Writes the whole page to screenshots/{name}-{width}.png for a human to look at. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await showLazyPictures(page)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  // In a window as high as the page, what sticks to the foot stands where it belongs.
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, whole) })
  await write(page, name)
  await page.setViewportSize({ width, height })
}

/** Writes what the window shows now: for panels that lie over a page. */
export async function takeWindow(page: Page, name: string): Promise<void> {
  await showLazyPictures(page)
  await write(page, name)
}

async function write(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const width = page.viewportSize()?.width ?? 0
  await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
}

// A picture below the fold loads when it is scrolled to: ask for all of them and wait.
async function showLazyPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  })
}

/** How far the page can be scrolled sideways, in pixels: 0 as it should be. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

/** The sum of layout shifts (CLS) while `path` loads and is hydrated. */
export async function layoutShift(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    window.layout_shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry && 'hadRecentInput' in entry)) continue
        if (entry.hadRecentInput === false) window.layout_shift += Number(entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return page.evaluate(() => window.layout_shift)
}
