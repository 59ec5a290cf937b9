import { type ComponentType, memo } from 'react'
import { addresses, type Layout } from '#storefront/addresses/addresses.ts'
import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'
import { prepareTrouble } from '#storefront/runtime/ready-error-screens.ts'

/** The browser half of a page: pages/{page}/page.tsx. */
export interface PageModule {
  Page: ComponentType<{ data: never }>
  meta: (data: never, shop: ShopIdentity) => PageMeta
}
interface LayoutModule {
  Layout: ComponentType
}

const pages = import.meta.glob<PageModule>('/storefront/pages/**/page.tsx')
const layouts = import.meta.glob<LayoutModule>('/storefront/layouts/*.tsx')
const readyPages = new Map<string, PageModule>()
const readyLayouts = new Map<string, ComponentType>()

/** The source file of a page or layout, as the build's manifest names it. */
export const pageFile = (page: string): string => `storefront/pages/${page}/page.tsx`
export const layoutFile = (layout: Layout): string => `storefront/layouts/${layout}.tsx`

/** Loads what a page needs before it is rendered, so that nothing has to be suspended. */
export async function preparePage(page: string | null, layout: Layout): Promise<void> {
  await Promise.all([page === null ? null : loadPage(page), loadLayout(layout)])
}

/** All pages and layouts at once: the server does this as it starts. */
export async function prepareAllPages(): Promise<void> {
  const names = Object.keys(pages).map((file) =>
    file.slice('/storefront/pages/'.length, -'/page.tsx'.length),
  )
  const frames = new Set(Object.values(addresses).map((address) => address.layout))
  await Promise.all([...names.map(loadPage), ...[...frames].map(loadLayout), prepareTrouble()])
}

/** A page that was prepared. */
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
  const load = pages[`/${pageFile(page)}`]
  if (!load) throw new Error(`no file ${pageFile(page)}`)
  const module = await load()
  // The frame is drawn anew with every step of a navigation, the page for its own data only.
  readyPages.set(page, { ...module, Page: memo(module.Page) })
}

async function loadLayout(layout: Layout): Promise<void> {
  if (readyLayouts.has(layout)) return
  const load = layouts[`/${layoutFile(layout)}`]
  if (!load) throw new Error(`no file ${layoutFile(layout)}`)
  readyLayouts.set(layout, (await load()).Layout)
}
