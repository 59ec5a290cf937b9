import type { PageModule } from '#admin/runtime/page.ts'

const files = import.meta.glob<PageModule>('/admin/pages/*/page.tsx')
const ready = new Map<string, PageModule>()

/** The source file of a page, as the build's manifest names it. */
export const pageFile = (page: string): string => `admin/pages/${page}/page.tsx`

/** Loads a page before it is rendered, so that nothing has to be suspended. */
export async function preparePage(page: string): Promise<void> {
  if (ready.has(page)) return
  const load = files[`/${pageFile(page)}`]
  if (!load) throw new RangeError(`no file ${pageFile(page)}`)
  ready.set(page, await load())
}

/** A page that was prepared. */
export function readyPage(page: string): PageModule {
  const module = ready.get(page)
  if (!module) throw new RangeError(`page ${page} was rendered before it was prepared`)
  return module
}
