import { type ComponentType, memo } from 'react'
import type { Layout } from '#storefront/addresses/address.ts'
import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'

/** The browser module of a page: pages/{page}/page.tsx. */
export interface PageModule {
  Page: ComponentType<{ data: never }>
  meta: (data: never, shop: ShopIdentity) => PageMeta
  /** Loads the parts whose scripts a first page does not wait for (web/runtime/later-part.tsx). */
  prepare?: () => Promise<void>
}
export interface LayoutModule {
  Layout: ComponentType
  /** Loads the parts whose scripts a first page does not wait for. */
  prepare?: () => Promise<void>
}

const pages = new Map<string, PageModule>()
const layouts = new Map<string, ComponentType>()

export const isPageReady = (page: string): boolean => pages.has(page)
export const isLayoutReady = (layout: Layout): boolean => layouts.has(layout)

/** Keeps the module of a page, so that it can be rendered without suspending. */
export function keepPage(page: string, module: PageModule): void {
  // The layout renders at every step of a navigation. With memo the page renders only for new data.
  pages.set(page, { ...module, Page: memo(module.Page) })
}

export function keepLayout(layout: Layout, module: LayoutModule): void {
  layouts.set(layout, module.Layout)
}

/** Returns a page that was kept. */
export function readyPage(page: string): PageModule {
  const module = pages.get(page)
  if (!module) throw new Error(`page ${page} was rendered before it was prepared`)
  return module
}

export function readyLayout(layout: Layout): ComponentType {
  const component = layouts.get(layout)
  if (!component) throw new Error(`layout ${layout} was rendered before it was prepared`)
  return component
}
