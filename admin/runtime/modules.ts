import type { PageModule } from '#admin/runtime/page.ts'

const files = import.meta.glob<PageModule>('/admin/pages/**/page.tsx')
const ready = new Map<string, PageModule>()

/** The source file of a page, as in the manifest of the build. */
export const pageFile = (page: string): string => `admin/pages/${page}/page.tsx`

/** Loads a page before it is rendered, so that rendering does not suspend. */
export async function preparePage(page: string): Promise<void> {
  if (ready.has(page)) return
  const load = files[`/${pageFile(page)}`]
  if (!load) throw new RangeError(`there is no file ${pageFile(page)}`)
  ready.set(page, await load())
}

/** Returns a page that `preparePage` has loaded. Throws RangeError if it was not loaded. */
export function readyPage(page: string): PageModule {
  const module = ready.get(page)
  if (!module) throw new RangeError(`page ${page} was rendered before it was prepared`)
  return module
}
