import type { PageServer } from '#storefront/runtime/page.ts'

const files = import.meta.glob<{ page: PageServer }>('/storefront/pages/**/page.server.ts', {
  eager: true,
})

/** All server modules, by page. */
export const page_servers: Readonly<Record<string, PageServer | undefined>> = Object.fromEntries(
  Object.entries(files).map(([file, { page }]) => [
    file.slice('/storefront/pages/'.length, -'/page.server.ts'.length),
    page,
  ]),
)

/** Returns the server module of a page: pages/{page}/page.server.ts. */
export function pageServer(page: string): PageServer {
  const server = page_servers[page]
  if (!server) throw new Error(`no file storefront/pages/${page}/page.server.ts`)
  return server
}
