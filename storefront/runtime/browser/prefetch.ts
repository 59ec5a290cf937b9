import { type Address, addresses } from '#storefront/addresses/addresses.ts'
import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import { preparePage } from '#storefront/runtime/modules.ts'
import { keepPrefetched } from '#storefront/runtime/browser/prefetched.ts'
import { isPage } from '#web/runtime/link-clicks.ts'

/** Who passes over a link does not mean it. */
const INTENT_MS = 65

const all: Address[] = Object.values(addresses)
/** First parts of addresses that are about the reader: never asked for ahead. */
const personal = new Set(
  all.filter(({ cache }) => cache === 'personal').map(({ path }) => path.split('/')[1]),
)

/** Fetches page files that links in sight lead to, and from now on the data of a page when somebody is about to go there. */
export function startPrefetching(ask: (path: string) => Promise<DataAnswer>): void {
  let timer = 0
  const intend = (after: number) => (event: Event) => {
    clearTimeout(timer)
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link) timer = window.setTimeout(() => prefetch(link, ask), after)
  }
  document.addEventListener('pointerover', intend(INTENT_MS))
  document.addEventListener('touchstart', intend(0), { passive: true })
  document.addEventListener('focusin', intend(INTENT_MS))
  prefetchFiles()
  // The pointer may have come to rest before this file did.
  const resting = document.querySelector<HTMLAnchorElement>('a:hover')
  if (resting) prefetch(resting, ask)
}

function prefetch(link: HTMLAnchorElement, ask: (path: string) => Promise<DataAnswer>): void {
  const path = link.pathname + link.search
  if (isSpare() || !isPublicPage(link) || path === location.pathname + location.search) return
  keepPrefetched(path, ask)
    .then((found) =>
      found.kind === 'page' ? preparePage(found.answer.page, 'default') : undefined,
    )
    .catch(() => undefined)
}

/** Of links in the page itself: its frame leads everywhere. Root addresses are goods or shelves. */
function prefetchFiles(): void {
  if (isSpare()) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a')]
  const seen = links.filter(
    (link) => isPublicPage(link) && link.pathname !== '/' && isInSight(link),
  )
  const named = seen.map(({ pathname }) => all.find(({ path }) => path === pathname)?.page)
  const pages = new Set(named.flatMap((page) => page ?? ['product', 'category']))
  for (const page of pages) preparePage(page, 'default').catch(() => undefined)
}

function isPublicPage(link: HTMLAnchorElement): boolean {
  return isPage(link) && !personal.has(link.pathname.split('/')[1])
}

function isInSight(link: HTMLAnchorElement): boolean {
  const { top, bottom } = link.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Whoever pays by the byte or waits for each fetches only what was asked for (contract §9). */
function isSpare(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}
