import type { PageModule } from '#admin/runtime/page.ts'
import { isPageReady, keepPage } from '#admin/runtime/ready-pages.ts'

// The list of all pages. A browser loads it with its first link (decision 214).
const files = import.meta.glob<PageModule>('/admin/pages/**/page.tsx')

/** The source file of a page, as in the manifest of the build. */
export const pageFile = (page: string): string => `admin/pages/${page}/page.tsx`

/** Loads a page before it is rendered, so that rendering does not suspend. */
export async function preparePage(page: string): Promise<void> {
  if (isPageReady(page)) return
  const load = files[`/${pageFile(page)}`]
  if (!load) throw new RangeError(`there is no file ${pageFile(page)}`)
  keepPage(page, await load())
}
