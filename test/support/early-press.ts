import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import type { Visit } from '#test/support/browser.ts'

/**
 * Selects what can be pressed before a page is hydrated. The browser itself blocks an empty search. Votes and questions
 * are plain forms, which no script handles.
 */
export const PRESSABLE = [
  'button:not([role=search] *, .sr-only, [action^="/danh-gia-san-pham"] *, [action^="/dat-cau-hoi"] *)',
  'summary',
  '[data-scripted]:not(form)',
  'a[data-scroll]:not([aria-current])',
  'input[type=checkbox]',
  'input[type=radio]',
].join()

/** The n-th element of PRESSABLE. `is_apart`: it covers the page or leads to another page. */
export interface Pressable {
  nth: number
  name: string
  is_apart: boolean
}

/** What a shopper sees on the page, and the state of its fields. */
export interface PageState {
  url: string
  lines: string[]
  toasts: string[]
  open: string[]
  fields: string[]
  scrolled: number[]
}

/** Delays the page's scripts until the returned function is called. */
export async function delayScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue().catch(() => undefined)
  })
  return resolve
}

/** Slows the page's CPU down four times until the returned function is called. */
export async function slowDown({ page, context }: Visit): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return async () => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
}

/** Opens a page with delayed scripts and waits for its first paint: `load` and `DOMContentLoaded` come later. */
export async function openStatic(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0
  await page.waitForFunction(isPainted, undefined, { polling: 20 })
}

/** Returns one pressable element of each kind: of twenty equal cards only the first. */
export async function pressables(page: Page, apart_selector: string): Promise<Pressable[]> {
  return page.evaluate(
    ({ pressable, apart_selector: selector }) => {
      const seen = new Set<string>()
      return [...document.querySelectorAll<HTMLInputElement>(pressable)].flatMap((element, nth) => {
        const { tagName, className, type, name, value, disabled, checked } = element
        const is_visible = element.checkVisibility({
          opacityProperty: true,
          visibilityProperty: true,
        })
        const kind = [tagName, className, type, name, type === 'submit' ? value : ''].join()
        const is_chosen = type === 'radio' && checked
        if (!is_visible || disabled || is_chosen || seen.has(kind)) return []
        seen.add(kind)
        const text = element.getAttribute('aria-label') ?? element.textContent
        const label = `${tagName.toLowerCase()} ${text.trim() || name}`
        return [{ nth, name: label.slice(0, 60), is_apart: element.matches(selector) }]
      })
    },
    { pressable: PRESSABLE, apart_selector },
  )
}

/** Init script: records the texts of toasts, which disappear by themselves. */
export function watchToasts(): void {
  const seen = new Set<string>()
  Object.assign(globalThis, { toasts_seen: seen })
  new MutationObserver(() => {
    const cards = document.querySelectorAll('[aria-label="Thông báo"] > *')
    for (const card of cards) seen.add(card.textContent)
  }).observe(document, { subtree: true, childList: true })
}

/** Init script: extends the two seconds that a press waits to 60, because a busy machine hydrates later. */
export function extendPressLimit(): void {
  const originalSetTimeout = globalThis.setTimeout
  const waitLonger = (run: () => void, ms?: number) =>
    originalSetTimeout(run, ms === 2_000 ? 60_000 : ms)
  Object.assign(globalThis, { setTimeout: waitLonger })
}

/** Returns a function that gives the number of running requests. Call before the page is opened. */
export function countRequests(page: Page): () => number {
  const running = new Set<Request>()
  page.on('request', (request) => running.add(request))
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return () => running.size
}

const poll_ms = 200
/** Number of equal states in a row after which a page is stable, also if a request is still running. */
const equal_states = { idle: 3, running: 50 }
const end_state_limit_ms = 60_000

/** Returns the state of a hydrated page once it is stable and no request is running. */
export async function endState(page: Page, requests: () => number): Promise<PageState> {
  const settled = page.locator('html[data-hydrated]:not(:has([data-held], [data-waiting]))')
  const started = performance.now()
  for (let [last, times] = ['', 0]; performance.now() - started < end_state_limit_ms;) {
    await settled.waitFor({ state: 'attached' })
    // A page that is replaced meanwhile may never answer.
    const reading = page.evaluate(readState).catch(() => null)
    const state = JSON.stringify(await Promise.race([reading, sleep(5_000, null)]))
    times = state === last && state !== 'null' ? times + 1 : 0
    last = state
    if (times >= (requests() === 0 ? equal_states.idle : equal_states.running)) {
      return JSON.parse(last) as PageState
    }
    await sleep(poll_ms)
  }
  throw new RangeError(`${page.url()} is not stable; ${requests()} requests are running`)
}

function readState(): PageState {
  const all = <T extends Element>(selector: string) => [...document.querySelectorAll<T>(selector)]
  const toasts = document.querySelector<HTMLElement>('[aria-label="Thông báo"]')
  // The bar at the bottom depends on the scroll position, not on presses.
  const bar = document.querySelector<HTMLElement>('[data-wide-buy-bar]')
  const without = [toasts, bar].map((element) => element?.innerText || '\0')
  const text = without.reduce((left, part) => left.replace(part, ''), document.body.innerText)
  return {
    url: location.pathname + location.search + location.hash,
    // Countdowns differ between visits.
    lines: text
      .replace(/\d\d:\d\d:\d\d/g, '#')
      .split(/\s*\n\s*/)
      .filter(Boolean),
    toasts: [...((globalThis as { toasts_seen?: Set<string> }).toasts_seen ?? [])],
    open: all<HTMLElement>(
      'dialog[open], [role=dialog], details[open], [popover]:popover-open',
    ).map(
      (element) =>
        `${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText.slice(0, 40)}`,
    ),
    // Each visit has its own cart, so its line ids differ.
    fields: all<HTMLInputElement>('input, select, textarea').map(
      ({ name, value, checked }) =>
        `${name} ${name.startsWith('line_id') ? 'n' : value} ${checked}`,
    ),
    scrolled: all('main ul').map(({ scrollLeft }) => Math.round(scrollLeft / 20)),
  }
}
