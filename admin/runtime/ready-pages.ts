import type { PageModule } from '#admin/runtime/page.ts'

const pages = new Map<string, PageModule>()

export const isPageReady = (page: string): boolean => pages.has(page)

/** Keeps the module of a page, so that it can be rendered without suspending. */
export function keepPage(page: string, module: PageModule): void {
  pages.set(page, module)
}

/** Returns a page that was kept. Throws RangeError if it was not. */
export function readyPage(page: string): PageModule {
  const module = pages.get(page)
  if (!module) throw new RangeError(`page ${page} was rendered before it was prepared`)
  return module
}
