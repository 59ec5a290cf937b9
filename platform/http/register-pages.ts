import type { FastifyInstance } from 'fastify'
import { cachedPages } from '#platform/cache/page-cache-requests.ts'
import { type ChangeFeed, EVERYTHING } from '#platform/database/change-feed.ts'
import type { Http } from '#platform/http/open-http.ts'
import { retry_after_s, TooBusy } from '#platform/http/render-turns.ts'
import { originForm, serveWebHandler } from '#platform/http/web-handler.ts'
import { countedAddress } from '#platform/limits/rate-limit-address.ts'
import type { PageSource } from '#pure/rendered-page.ts'

/** Runs a render when it is the turn of its visitor. */
type InTurn = <T>(render: () => Promise<T>) => Promise<T>

interface PagesDeps {
  /** Public pages. They depend on their URL alone and are cached. */
  pages: PageSource & { refresh: () => Promise<void> }
  /** Answers every other page. `ip` is the address of the client; `inTurn` renders. */
  handle: (request: Request, ip: string, inTurn: InTurn) => Promise<Response>
  /** Answers a page that is not rendered now. */
  busy: (request: Request, reason: { status: 429 | 503; retry_after_s: number }) => Response
  changes: ChangeFeed
  public_url: string
}

/** Tags that many public pages depend on. After them the meaning of URLs may have changed. */
const widest_tags = ['catalog', 'locations', EVERYTHING]

/** Renders in a turn that has begun already. */
const atOnce: InTurn = (render) => render()

/**
 * Serves every URL that no other route serves: public pages from the cache, the others by `handle`. Returns
 * the handler of all requests, which sends cached bytes before any route is looked up.
 */
export async function registerPages(
  { fastify, caches, renders, headers }: Http,
  { pages: source, handle, busy, changes, public_url }: PagesDeps,
): Promise<FastifyInstance['routing']> {
  const pages = cachedPages({ cache: caches.pages, source, headers })
  await serveWebHandler(fastify, {
    public_url,
    handle: async (request, ip) => {
      const inTurn: InTurn = (render) => renders.run(countedAddress(ip), render)
      const answer = async () => (await pages.answer(request)) ?? handle(request, ip, atOnce)
      try {
        // Forms wait for nothing: an order is one of them. A page that answers a form waits for its turn.
        return await (request.method === 'GET' ? inTurn(answer) : handle(request, ip, inTurn))
      } catch (error) {
        if (!(error instanceof TooBusy)) throw error
        return busy(request, { status: error.status, retry_after_s })
      }
    },
  })
  changes.subscribe(async (tags) => {
    if (widest_tags.some((tag) => tags.has(tag))) await source.refresh()
    // So many prices changed that naming the products would cost more than rendering all pages again.
    caches.remove(tags.has('prices') ? new Set([...tags, EVERYTHING]) : tags)
  })
  return (request, response) => {
    request.url = originForm(request.url ?? '/')
    const cached = request.url.startsWith('/api/') ? caches.answers : pages
    if (!cached.answerAtOnce(request, response)) fastify.routing(request, response)
  }
}
