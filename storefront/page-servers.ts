import type { PageServer } from '#storefront/page.ts'

const files = import.meta.glob<{ page: PageServer }>('./routes/**/*.server.ts', { eager: true })

/** The server half of a page: routes/{page}.server.ts. */
export function pageServer(page: string): PageServer {
  const module = files[`./routes/${page}.server.ts`]
  if (!module) throw new Error(`no file routes/${page}.server.ts`)
  return module.page
}
