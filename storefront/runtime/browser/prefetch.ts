import type { Address } from '#storefront/addresses/address.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import { preparePage } from '#storefront/runtime/modules.ts'
import { cachePrefetched } from '#storefront/runtime/browser/prefetched.ts'
import { isPage } from '#web/runtime/link-clicks.ts'

/** A pointer that only passes over a link is ignored. */
const INTENT_MS = 65

const all: Address[] = Object.values(addresses)
/** First path segments of personal pages. These are never prefetched. */
const personal = new Set(
  all.filter(({ cache }) => cache === 'personal').map(({ path }) => path.split('/')[1]),
)

/**
 * Starts to prefetch: the data of a page when the pointer or focus rests on a link to it, and, once the page is used,
 * the files of the pages that visible links lead to.
 */
export function startPrefetching(ask: (path: string) => Promise<DataAnswer>): void {
  let timer = 0
  const prefetchAfter = (after: number) => (event: Event) => {
    clearTimeout(timer)
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link) timer = window.setTimeout(() => prefetch(link, ask), after)
  }
  document.addEventListener('pointerover', prefetchAfter(INTENT_MS))
  document.addEventListener('touchstart', prefetchAfter(0), { passive: true })
  document.addEventListener('focusin', prefetchAfter(INTENT_MS))
  // The press has taken what was prefetched; the focus that it gave to the link must not ask for it again.
  document.addEventListener('click', () => clearTimeout(timer), true)
  onFirstUse(prefetchFiles)
  // The pointer may already rest on a link when this code starts.
  const resting = document.querySelector<HTMLAnchorElement>('a:hover')
  if (resting) prefetch(resting, ask)
}

/**
 * Runs `act` at the first sign that the page is used. A page that is only looked at prefetches no files. A phone has no
 * pointer that moves: what it reports as one is not the shopper's.
 */
function onFirstUse(act: () => void): void {
  const has_pointer = matchMedia('(hover: hover)').matches
  if (scrollY > 0 || (has_pointer && document.querySelector('body:hover'))) return act()
  const events = [...(has_pointer ? ['pointermove'] : []), 'touchstart', 'scroll', 'keydown']
  const once = () => {
    for (const event of events) removeEventListener(event, once)
    act()
  }
  for (const event of events) addEventListener(event, once, { passive: true })
}

function prefetch(link: HTMLAnchorElement, ask: (path: string) => Promise<DataAnswer>): void {
  const path = link.pathname + link.search
  if (savesData() || !isPublicPage(link) || path === location.pathname + location.search) return
  cachePrefetched(path, ask)
    .then((answer) =>
      answer.kind === 'page'
        ? preparePage(answer.answer.page, answer.answer.layout ?? 'default')
        : undefined,
    )
    .catch(() => undefined)
}

/**
 * Prefetches files for links in the page itself, because its layout links to all pages. Other addresses at the root are
 * products or categories.
 */
function prefetchFiles(): void {
  if (savesData()) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a')]
  const visible = links.filter(
    (link) => isPublicPage(link) && link.pathname !== '/' && isVisible(link),
  )
  const named = visible.map(({ pathname }) => all.find(({ path }) => path === pathname)?.page)
  const pages = new Set(named.flatMap((page) => page ?? ['product', 'category']))
  for (const page of pages) preparePage(page, 'default').catch(() => undefined)
}

function isPublicPage(link: HTMLAnchorElement): boolean {
  return isPage(link) && !personal.has(link.pathname.split('/')[1])
}

function isVisible(link: HTMLAnchorElement): boolean {
  const { top, bottom } = link.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Whether prefetching is off: with Save-Data and on very slow networks (contract §9). */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}
