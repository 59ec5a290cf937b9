import type { Layout } from '#storefront/addresses/address.ts'
import { prepareErrorScreens } from '#storefront/runtime/ready-error-screens.ts'
import {
  isLayoutReady,
  isPageReady,
  keepLayout,
  keepPage,
  type LayoutModule,
  type PageModule,
} from '#storefront/runtime/ready-pages.ts'

// The lists of all pages and layouts. A browser loads them with its first navigation: the first page comes by its URL
// (decision 214).
const pages = import.meta.glob<PageModule>('./**/page.tsx', { base: '/storefront/pages' })
const layouts = import.meta.glob<LayoutModule>('/storefront/layouts/*.tsx')

/** The source file of a page or layout, as the build's manifest names it. */
export const pageFile = (page: string): string => `storefront/pages/${page}/page.tsx`
export const layoutFile = (layout: Layout): string => `storefront/layouts/${layout}.tsx`

/** Loads the modules of a page before it is rendered, so that no render suspends. */
export async function preparePage(page: string, layout: Layout): Promise<void> {
  await Promise.all([loadPage(page), loadLayout(layout)])
}

/** The names of all pages that can be drawn. */
export function drawnPages(): string[] {
  return Object.keys(pages).map((file) => file.slice(2, -'/page.tsx'.length))
}

/** Loads all pages and layouts. The server calls it when it starts. */
export async function prepareAllPages(): Promise<void> {
  await Promise.all([
    ...drawnPages().map(loadPage),
    ...Object.keys(layouts).map(loadLayoutFile),
    prepareErrorScreens(),
  ])
}

async function loadPage(page: string): Promise<void> {
  if (isPageReady(page)) return
  const load = pages[`./${page}/page.tsx`]
  if (!load) throw new Error(`no file ${pageFile(page)}`)
  const module = await load()
  await module.prepare?.()
  keepPage(page, module)
}

async function loadLayout(layout: Layout): Promise<void> {
  if (isLayoutReady(layout)) return
  const load = layouts[`/${layoutFile(layout)}`]
  if (!load) throw new Error(`no file ${layoutFile(layout)}`)
  const module = await load()
  await module.prepare?.()
  keepLayout(layout, module)
}

async function loadLayoutFile(file: string): Promise<void> {
  await loadLayout(file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length) as Layout)
}
