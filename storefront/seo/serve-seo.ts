import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#contracts/all.ts'
import {
  offline_path,
  offline_script,
  offline_script_path,
  offlinePage,
  serviceWorker,
} from '#storefront/seo/offline-page.ts'
import { feeds, feedText } from '#storefront/seo/product-feed.ts'
import { newsFeed } from '#storefront/seo/news-feed.ts'
import { robotsText } from '#storefront/seo/robots.ts'
import { sharedFlight } from '#storefront/seo/single-flight.ts'
import { sitemapIndex, sitemapPart } from '#storefront/seo/sitemap.ts'
import { webManifest } from '#storefront/seo/web-manifest.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'

export interface SeoDeps {
  services: Services
  shop: ShopIdentity
  build_id: string
  now: () => Date
  /** Caches generated text in a file; the returned function gives the file's path. */
  cacheFile: (name: string, write: () => AsyncIterable<string>) => () => Promise<string>
}

const hour = 'public, max-age=3600'

/** Registers the files for crawlers, marketplaces and browsers: robots, sitemaps, feeds, web manifest, offline page. */
export function registerSeo(fastify: FastifyInstance, options: SeoDeps): void {
  const { services, shop, build_id } = options
  const { public_url } = shop
  const share = sharedFlight<string | null>()
  const xml = (reply: FastifyReply, text: string) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(text)
  fastify.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', hour)
      .send(robotsText(public_url)),
  )
  fastify.get('/sitemap.xml', async (_request, reply) =>
    xml(reply, (await share('', () => sitemapIndex(services, public_url))) ?? ''),
  )
  fastify.get<{ Params: { name: string } }>('/sitemap/:name.xml', async (request, reply) => {
    const { name } = request.params
    const part = await share(name, () => sitemapPart(name, services, public_url))
    return part === null ? reply.callNotFound() : xml(reply, part)
  })
  const rss = async (category: string | null, reply: FastifyReply) => {
    const text = await share(`rss ${category}`, () => newsFeed(category, services, shop))
    if (text === null) return reply.callNotFound()
    return reply
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(text)
  }
  fastify.get('/rss.xml', (_request, reply) => rss(null, reply))
  fastify.get<{ Params: { category: string } }>('/rss/:category.xml', (request, reply) =>
    rss(request.params.category, reply),
  )
  // Browsers and other sites ask for this address, whatever the page links to.
  fastify.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', hour).redirect('/media/brand/favicon.ico', 302),
  )
  fastify.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', hour)
      .send(JSON.stringify(webManifest(shop))),
  )
  fastify.get(offline_path, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', hour)
      .send(await offlinePage(services, shop)),
  )
  fastify.get(offline_script_path, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', hour).send(offline_script),
  )
  fastify.get('/sw.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(serviceWorker(build_id)),
  )
  serveFeeds(fastify, options)
}

function serveFeeds(fastify: FastifyInstance, { services, shop, now, cacheFile }: SeoDeps): void {
  for (const format of Object.values(feeds)) {
    const file = cacheFile(format.file, () => feedText(format, { services, shop, now }))
    fastify.get(`/feed/${format.file}`, async (_request, reply) =>
      reply
        .type(format.content_type)
        // A stored copy would have the price of before a flash sale.
        .header('cache-control', 'no-cache')
        .send(createReadStream(await file())),
    )
  }
}
