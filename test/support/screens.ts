import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { loadToolConfig } from '#config/tools.ts'
import { axeProblems } from '#test/support/axe.ts'

declare global {
  interface Window {
    layout_shift: number
  }
}

const folder = 'screenshots'

/**
 * Loads every picture of the page. Then, if `TEST_SCREENSHOTS` is set, writes the whole page to
 * screenshots/{name}-{width}.png for people to look at.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  await showLazyPictures(page)
  if (loadToolConfig().takes_screenshots) await write(page, name, await pictureOf(page))
}

/** The whole page as PNG, with every picture loaded. */
export async function wholePage(page: Page): Promise<Buffer> {
  await showLazyPictures(page)
  return pictureOf(page)
}

/** The same of the visible window, for panels over a page. */
export async function takeWindow(page: Page, name: string): Promise<void> {
  await showLazyPictures(page)
  if (loadToolConfig().takes_screenshots) await write(page, name, await page.screenshot())
}

// In a window as high as the page, elements that stick to the bottom are at their final position.
async function pictureOf(page: Page): Promise<Buffer> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const page_height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, page_height) })
  const picture = await page.screenshot()
  await page.setViewportSize({ width, height })
  return picture
}

async function write(page: Page, name: string, picture: Buffer): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const width = page.viewportSize()?.width ?? 0
  await writeFile(join(folder, `${name}-${width}.png`), picture)
}

// Lazy pictures load when they are scrolled to: load all of them and wait.
async function showLazyPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  })
}

/** Returns how far the page can be scrolled sideways, in pixels; 0 is correct. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

/** The parts of a page that scroll sideways on their own, each by its name or its text. */
export async function innerScrollers(page: Page): Promise<string[]> {
  return page.locator('main *').evaluateAll((parts) =>
    parts
      .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
      .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowX))
      .map((part) => part.getAttribute('aria-label') ?? part.textContent.slice(0, 40)),
  )
}

/**
 * How far the page scrolls sideways in a window of another size, so that a page need not be loaded once more for it.
 */
export async function sidewaysScrollAt(
  page: Page,
  size: { width: number; height: number },
): Promise<number> {
  const own_size = page.viewportSize()
  await page.setViewportSize(size)
  const pixels = await sidewaysScroll(page)
  if (own_size !== null) await page.setViewportSize(own_size)
  return pixels
}

interface PageProblems {
  axe: string[]
  sideways: number
}

/** What `problemsOf` returns for a good page. */
export const no_problems: PageProblems = { axe: [], sideways: 0 }

/** Takes a picture of the page, and returns what axe finds and how far the page scrolls sideways. */
export async function problemsOf(page: Page, name: string): Promise<PageProblems> {
  await takePicture(page, name)
  return { axe: await axeProblems(page), sideways: await sidewaysScroll(page) }
}

/** Returns the sum of layout shifts (CLS) while `path` loads and is hydrated. */
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

/** Scrolls as far as somebody who has seen the first screen. */
export async function readOn(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: innerHeight * 0.75, behavior: 'instant' }))
}

/** Runs in the page before its scripts: text twice as large, as in the settings of a browser. */
export function doubleText(): void {
  addEventListener('DOMContentLoaded', () => {
    document.documentElement.style.fontSize = '200%'
  })
}

/** Runs in the page: whether the whole element is in the window and nothing lies over its middle or its corners. */
export function isInSight(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const rounded = 14
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + rounded, top + rounded],
    [right - rounded, bottom - rounded],
  ] as const
  return points.every(([x, y]) => {
    const seen = document.elementFromPoint(x, y)
    return seen !== null && element.contains(seen)
  })
}
