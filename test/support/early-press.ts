import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import type { Visit } from '#test/support/browser.ts'

/** What can be pressed before a page is hydrated. An empty search is stopped by the browser itself. */
export const PRESSABLE = [
  'button:not([role=search] *, .sr-only)',
  'summary',
  '[data-scripted]:not(form)',
  'a[data-scroll]:not([aria-current])',
  'input[type=checkbox]',
  'input[type=radio]',
].join()

/** Where a press goes: the n-th thing of PRESSABLE; `is_apart`: it covers the page or leads elsewhere. */
export interface Pressable {
  nth: number
  name: string
  is_apart: boolean
}

/** What a shopper sees and what the page remembers. */
export interface PageState {
  url: string
  lines: string[]
  toasts: string[]
  open: string[]
  fields: string[]
  scrolled: number[]
}

/** Nothing of the page's scripts arrives before the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue().catch(() => undefined)
  })
  return resolve
}

/** Four times slower than this machine; the returned function makes it as fast as it is. */
export async function slowDown({ page, context }: Visit): Promise<() => Promise<void>> {
  const wire = await context.newCDPSession(page)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return async () => {
    await wire.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
}

/** Goes to an address whose scripts are held: neither `load` nor `DOMContentLoaded` comes before them. */
export async function openStatic(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0
  await page.waitForFunction(isPainted, undefined, { polling: 20 })
}

/** One of each kind of thing that can be pressed: of twenty cards the first stands for all. */
export async function pressables(page: Page, apart: string): Promise<Pressable[]> {
  return page.evaluate(
    ({ pressable, apart: selector }) => {
      const seen = new Set<string>()
      return [...document.querySelectorAll<HTMLInputElement>(pressable)].flatMap((each, nth) => {
        const { tagName, className, type, name, value, disabled, checked } = each
        const is_visible = each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        const kind = [tagName, className, type, name, type === 'submit' ? value : ''].join()
        const is_chosen = type === 'radio' && checked
        if (!is_visible || disabled || is_chosen || seen.has(kind)) return []
        seen.add(kind)
        const words = each.getAttribute('aria-label') ?? each.textContent
        const called = `${tagName.toLowerCase()} ${words.trim() || name}`
        return [{ nth, name: called.slice(0, 60), is_apart: each.matches(selector) }]
      })
    },
    { pressable: PRESSABLE, apart },
  )
}

/** Before anything of the page runs: notes toasts, which go by themselves. */
export function watchToasts(): void {
  const seen = new Set<string>()
  Object.assign(globalThis, { toasts_seen: seen })
  new MutationObserver(() => {
    const cards = document.querySelectorAll('[aria-label="Thông báo"] > *')
    for (const card of cards) seen.add(card.textContent)
  }).observe(document, { subtree: true, childList: true })
}

/** How long a press is held is a test of its own; a busy machine may hydrate later than that. */
export function holdLonger(): void {
  const wait = globalThis.setTimeout
  const patient = (run: () => void, ms?: number) => wait(run, ms === 2_000 ? 60_000 : ms)
  Object.assign(globalThis, { setTimeout: patient })
}

/** Tells how many requests of a page are on their way; asked for before it is opened. */
export function countRequests(page: Page): () => number {
  const running = new Set<Request>()
  page.on('request', (request) => running.add(request))
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return () => running.size
}

/** The state of a hydrated page once nothing changes any more and nothing is on its way. */
export async function endState(page: Page, requests: () => number): Promise<PageState> {
  const settled = page.locator('html[data-hydrated]:not(:has([data-held], [data-waiting]))')
  let [last, times] = ['', 0]
  while (times < 3) {
    await settled.waitFor({ state: 'attached' })
    const state = JSON.stringify(await page.evaluate(readState).catch(() => null))
    times = state === last && state !== 'null' && requests() === 0 ? times + 1 : 0
    last = state
    await sleep(200)
  }
  return JSON.parse(last) as PageState
}

function readState(): PageState {
  const all = <T extends Element>(selector: string) => [...document.querySelectorAll<T>(selector)]
  const toasts = document.querySelector<HTMLElement>('[aria-label="Thông báo"]')
  // The bar at the foot follows how far the page is scrolled, not what was pressed.
  const bar = document.querySelector<HTMLElement>('[data-wide-buy-bar]')
  const without = [toasts, bar].map((each) => each?.innerText || '\0')
  const text = without.reduce((left, part) => left.replace(part, ''), document.body.innerText)
  return {
    url: location.pathname + location.search + location.hash,
    // Clocks run on.
    lines: text
      .replace(/\d\d:\d\d:\d\d/g, '#')
      .split(/\s*\n\s*/)
      .filter(Boolean),
    toasts: [...((globalThis as { toasts_seen?: Set<string> }).toasts_seen ?? [])],
    open: all<HTMLElement>(
      'dialog[open], [role=dialog], details[open], [popover]:popover-open',
    ).map(
      (each) => `${each.tagName} ${each.getAttribute('aria-label') ?? each.innerText.slice(0, 40)}`,
    ),
    // Each visit has a cart of its own: its lines have other numbers.
    fields: all<HTMLInputElement>('input, select, textarea').map(
      ({ name, value, checked }) =>
        `${name} ${name.startsWith('line_id') ? 'n' : value} ${checked}`,
    ),
    scrolled: all('main ul').map(({ scrollLeft }) => Math.round(scrollLeft / 20)),
  }
}
