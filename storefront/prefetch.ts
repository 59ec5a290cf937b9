import { type Address, addresses } from '#storefront/addresses.ts'
import type { DataAnswer } from '#storefront/browser-source.ts'
import { preparePage } from '#storefront/modules.ts'
import { currentProvince } from '#storefront/province-state.ts'
import { isPage } from '#storefront/ui/link-clicks.ts'

/** Spec §9: the files of pages behind links are fetched 1 s after load, never on slow-2g. */
const FILES_AFTER_MS = 1_000
/** Who passes over a link does not mean it. */
const INTENT_MS = 65
const LIFE_MS = 30_000
const MOST = 30

const all: Address[] = Object.values(addresses)
/** First parts of addresses that are about the reader: never asked for ahead. */
const personal = new Set(
  all.filter(({ cache }) => cache === 'personal').map(({ path }) => path.split('/')[1]),
)
const kept = new Map<string, { answer: Promise<DataAnswer>; until: number }>()

/** What was fetched ahead for this address, once; null where it was not, is old, or is no page. */
export async function takePrefetched(path: string): Promise<DataAnswer | null> {
  const key = keyOf(path)
  const found = kept.get(key)
  kept.delete(key)
  if (found === undefined || found.until < Date.now()) return null
  const answer = await found.answer.catch(() => null)
  return answer?.kind === 'page' ? answer : null
}

/** A form was sent: whatever was read before it may be old. */
export function forgetPrefetched(): void {
  kept.clear()
}

/** Fetches the data of a page when somebody is about to go there, and page files when all is quiet. */
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
  setTimeout(prefetchFiles, FILES_AFTER_MS)
}

function prefetch(link: HTMLAnchorElement, ask: (path: string) => Promise<DataAnswer>): void {
  const path = link.pathname + link.search
  const key = keyOf(path)
  if (isSpare() || !isPublicPage(link) || path === location.pathname + location.search) return
  if ((kept.get(key)?.until ?? 0) > Date.now()) return
  const answer = ask(path)
  kept.delete(key)
  kept.set(key, { answer, until: Date.now() + LIFE_MS })
  if (kept.size > MOST) kept.delete(kept.keys().next().value ?? '')
  answer
    .then((found) =>
      found.kind === 'page' ? preparePage(found.answer.page, 'default') : undefined,
    )
    .catch(() => kept.delete(key))
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

/** Whoever pays by the byte or waits for each fetches only what was asked for. */
function isSpare(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}

const keyOf = (path: string) => `${currentProvince()} ${path}`
