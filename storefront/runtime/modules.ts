import { type ComponentType, memo } from 'react'
import type { Layout } from '#storefront/addresses/address.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'
import { prepareErrorScreens } from '#storefront/runtime/ready-error-screens.ts'

/** The browser module of a page: pages/{page}/page.tsx. */
export interface PageModule {
  Page: ComponentType<{ data: never }>
  meta: (data: never, shop: ShopIdentity) => PageMeta
}
interface LayoutModule {
  Layout: ComponentType
}

// Short names: every page of the shop loads the list of all pages.
const pages = import.meta.glob<PageModule>('./**/page.tsx', { base: '/storefront/pages' })
const layouts = import.meta.glob<LayoutModule>('/storefront/layouts/*.tsx')
const readyPages = new Map<string, PageModule>()
const readyLayouts = new Map<string, ComponentType>()

/** The source file of a page or layout, as the build's manifest names it. */
export const pageFile = (page: string): string => `storefront/pages/${page}/page.tsx`
export const layoutFile = (layout: Layout): string => `storefront/layouts/${layout}.tsx`

/** Loads the modules of a page before it is rendered, so that no render suspends. */
export async function preparePage(page: string | null, layout: Layout): Promise<void> {
  await Promise.all([page === null ? null : loadPage(page), loadLayout(layout)])
}

/** The names of all pages that can be drawn. */
export function drawnPages(): string[] {
  return Object.keys(pages).map((file) => file.slice(2, -'/page.tsx'.length))
}

/** Loads all pages and layouts. The server calls it when it starts. */
export async function prepareAllPages(): Promise<void> {
  const frames = new Set(Object.values(addresses).map((address) => address.layout))
  await Promise.all([
    ...drawnPages().map(loadPage),
    ...[...frames].map(loadLayout),
    prepareErrorScreens(),
  ])
}

/** Returns a page that was loaded by `preparePage`. */
export function readyPage(page: string): PageModule {
  const module = readyPages.get(page)
  if (!module) throw new Error(`page ${page} was rendered before it was prepared`)
  return module
}

export function readyLayout(layout: Layout): ComponentType {
  const component = readyLayouts.get(layout)
  if (!component) throw new Error(`layout ${layout} was rendered before it was prepared`)
  return component
}

async function loadPage(page: string): Promise<void> {
  if (readyPages.has(page)) return
  const load = pages[`./${page}/page.tsx`]
  if (!load) throw new Error(`no file ${pageFile(page)}`)
  const module = await load()
  // The layout renders at every step of a navigation. With memo the page renders only for new data.
  readyPages.set(page, { ...module, Page: memo(module.Page) })
}

async function loadLayout(layout: Layout): Promise<void> {
  if (readyLayouts.has(layout)) return
  const load = layouts[`/${layoutFile(layout)}`]
  if (!load) throw new Error(`no file ${layoutFile(layout)}`)
  readyLayouts.set(layout, (await load()).Layout)
}
