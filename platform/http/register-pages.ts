import type { FastifyInstance } from 'fastify'
import { cachedPages } from '#platform/cache/page-cache-requests.ts'
import { type ChangeFeed, EVERYTHING } from '#platform/database/change-feed.ts'
import type { Http } from '#platform/http/open-http.ts'
import { originForm, serveWebHandler } from '#platform/http/web-handler.ts'
import type { PageSource } from '#pure/rendered-page.ts'

interface PagesDeps {
  /** Public pages, made of their address alone: they are cached. */
  pages: PageSource & { refresh: () => Promise<void> }
  /** Every other page; `ip` is the address of who asks. */
  handle: (request: Request, ip: string) => Promise<Response>
  changes: ChangeFeed
  public_url: string
}

/** What many public pages may be made of: their addresses may be read differently from now on. */
const widest_tags = ['catalog', 'locations', EVERYTHING]

/**
 * Every address that nobody else serves: public pages out of the cache, the others by `handle`.
 * Returns the handler of all requests, which answers from cached bytes before any route is looked up.
 */
export async function registerPages(
  { fastify, caches, headers }: Http,
  { pages: source, handle, changes, public_url }: PagesDeps,
): Promise<FastifyInstance['routing']> {
  const pages = cachedPages({ cache: caches.pages, source, headers })
  await serveWebHandler(fastify, {
    public_url,
    handle: async (request, ip) => (await pages.answer(request)) ?? handle(request, ip),
  })
  changes.subscribe(async (tags) => {
    if (widest_tags.some((tag) => tags.has(tag))) await source.refresh()
    // So many prices changed that naming the products would cost more than making all pages anew.
    caches.remove(tags.has('prices') ? new Set([...tags, EVERYTHING]) : tags)
  })
  return (request, response) => {
    request.url = originForm(request.url ?? '/')
    const cached = request.url.startsWith('/api/') ? caches.answers : pages
    if (!cached.answerAtOnce(request, response)) fastify.routing(request, response)
  }
}
