import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { requireChrome } from '#test/support/chrome.ts'

export interface VisitOptions {
  width?: number
  height?: number
  javascript?: boolean
  /** Touch input in addition to the mouse. */
  touch?: boolean
  /** A phone: touch, and its viewport as a phone lays pages out. */
  is_phone?: boolean
  /** Colours of the system in place of the page's, light on dark. */
  forced_colors?: boolean
  /** Motion is reduced unless this is true. */
  motion?: boolean
  /** The choice about consent in the cookie; null: none yet, so the banner shows. By default the visitor agreed. */
  consent?: string | null
  /** Google's prompt comes after 4 s. By default the visitor has closed it before. */
  one_tap?: boolean
  /** Base URL of addresses without a host. */
  url?: string
}

/** A shopper's own browser context with separate cookies; it collects every problem of its pages. */
export interface Visit {
  page: Page
  context: BrowserContext
  /** Problems so far: console errors and warnings, script errors, refused or failed requests. */
  problems: string[]
  /** Goes to an address; with scripts it waits until the page is hydrated. */
  open: (path: string) => Promise<void>
  /** The same wait, after a reload or a step back. */
  hydrated: () => Promise<void>
  /** Removes the problems that match, for those that a test provokes on purpose. */
  forgive: (expected: RegExp) => void
}

/** Chromium without windows has nobody to ask for permission: its `fake-ui` says yes. */
const fake_devices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** Starts the Chromium of this machine, headless; on request with a camera and a microphone of its own. */
export async function openBrowser(has_fake_devices = false): Promise<Browser> {
  const as_root = process.getuid?.() === 0
  return chromium.launch({
    executablePath: requireChrome(),
    args: [
      '--disable-dev-shm-usage',
      ...(as_root ? ['--no-sandbox'] : []),
      ...(has_fake_devices ? fake_devices : []),
    ],
  })
}

export async function openVisit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    javaScriptEnabled: options.javascript ?? true,
    hasTouch: options.touch ?? options.is_phone ?? false,
    isMobile: options.is_phone ?? false,
    ...(options.forced_colors === true ? { forcedColors: 'active', colorScheme: 'dark' } : {}),
    reducedMotion: options.motion === true ? 'no-preference' : 'reduce',
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    ...(options.url === undefined ? {} : { baseURL: options.url }),
  })
  const { url, consent = '3.ads.device' } = options
  if (url !== undefined && consent !== null) {
    await context.addCookies([{ name: 'consent', value: consent, url }])
  }
  if (options.one_tap !== true) {
    await context.addInitScript(() => {
      // A frame without an origin has no storage.
      if (origin !== 'null') localStorage.setItem('one-tap-closed', String(Date.now()))
    })
  }
  context.setDefaultTimeout(20_000)
  const problems: string[] = []
  context.on('page', (page) => watch(page, problems, options.javascript ?? true))
  const page = await context.newPage()
  const hydrated = async () => {
    if (!(options.javascript ?? true)) return
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  }
  return {
    page,
    context,
    problems,
    open: async (path) => {
      await page.goto(path)
      await hydrated()
    },
    hydrated,
    forgive: (expected) => {
      const others = problems.filter((problem) => !expected.test(problem))
      problems.splice(0, problems.length, ...others)
    },
  }
}

function watch(page: Page, problems: string[], has_scripts: boolean): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    problems.push(`console ${message.type()} on ${page.url()}: ${message.text()}`)
  })
  // React's production build also reports a failed hydration as a page error.
  page.on('pageerror', (error) => problems.push(`script error on ${page.url()}: ${String(error)}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page aborts its requests. Without scripts, script files are blocked.
    if (reason === 'net::ERR_ABORTED') return
    if (!has_scripts && reason === 'csp' && request.url().endsWith('.js')) return
    problems.push(`request failed: ${request.method()} ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() < 400) return
    const request = response.request()
    problems.push(`answer ${response.status()}: ${request.method()} ${response.url()}`)
  })
}
