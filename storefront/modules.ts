import type { ComponentType } from 'react'
import { addresses, type Layout } from '#storefront/addresses.ts'
import type { PageMeta, ShopIdentity } from '#storefront/page.ts'
import type { LaterView } from '#storefront/later-view.tsx'
import { prepareTrouble } from '#storefront/trouble.ts'
import { prepareStill } from '#storefront/widgets/frame-still.tsx'

/** The browser half of a page: routes/{page}.tsx. */
export interface PageModule {
  Page: ComponentType<{ data: never }>
  meta: (data: never, shop: ShopIdentity) => PageMeta
  /** The view that waits for the first use, where the page has one. */
  later?: LaterView<never>
}
interface LayoutModule {
  Layout: ComponentType
}

const pages = import.meta.glob<PageModule>('./routes/**/*.tsx')
const layouts = import.meta.glob<LayoutModule>('./layouts/*.tsx')
const readyPages = new Map<string, PageModule>()
const readyLayouts = new Map<string, ComponentType>()

/** The source file of a page or layout, as the build's manifest names it. */
export const pageFile = (page: string): string => `storefront/routes/${page}.tsx`
export const layoutFile = (layout: Layout): string => `storefront/layouts/${layout}.tsx`

/** Loads what a page needs before it is rendered, so that nothing has to be suspended. */
export async function preparePage(page: string | null, layout: Layout): Promise<void> {
  await Promise.all([page === null ? null : loadPage(page), loadLayout(layout)])
}

/** The same with all that waits for the first use: for pages that are gone to by a click. */
export async function prepareWhole(page: string, layout: Layout): Promise<void> {
  await preparePage(page, layout)
  await readyPage(page).later?.prepare()
}

/** All pages and layouts at once: the server does this as it starts. */
export async function prepareAllPages(): Promise<void> {
  const names = Object.keys(pages).map((file) => file.slice('./routes/'.length, -'.tsx'.length))
  const frames = new Set(Object.values(addresses).map((address) => address.layout))
  await Promise.all([
    ...names.map(async (name) => {
      await loadPage(name)
      await readyPage(name).later?.prepare()
    }),
    ...[...frames].map(loadLayout),
    prepareTrouble(),
    prepareStill(),
  ])
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
  const load = pages[`./routes/${page}.tsx`]
  if (!load) throw new Error(`no file routes/${page}.tsx`)
  readyPages.set(page, await load())
}

async function loadLayout(layout: Layout): Promise<void> {
  if (readyLayouts.has(layout)) return
  const load = layouts[`./layouts/${layout}.tsx`]
  if (!load) throw new Error(`no file layouts/${layout}.tsx`)
  readyLayouts.set(layout, (await load()).Layout)
}
