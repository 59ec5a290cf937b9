import type { PageServer } from '#storefront/runtime/page.ts'

const files = import.meta.glob<{ page: PageServer }>('/storefront/pages/**/page.server.ts', {
  eager: true,
})

/** The server half of a page: pages/{page}/page.server.ts. */
export function pageServer(page: string): PageServer {
  const file = `/storefront/pages/${page}/page.server.ts`
  const module = files[file]
  if (!module) throw new Error(`no file ${file}`)
  return module.page
}
