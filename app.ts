import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { registerAdmin } from '#admin/register-admin.ts'
import type { Config } from '#config/config.ts'
import { shopIdentity } from '#config/shop-identity.ts'
import { type Services, services as contracts } from '#contracts/all.ts'
import type { Tables } from '#db/schema.ts'
import { openChangeFeed } from '#platform/database/change-feed.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { cachedFiles } from '#platform/files/cached-file.ts'
import { registerFiles } from '#platform/files/register-files.ts'
import { openHttp } from '#platform/http/open-http.ts'
import { registerApi } from '#platform/http/register-api.ts'
import { registerPages } from '#platform/http/register-pages.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { openGuard } from '#platform/limits/rate-limit-guard.ts'
import { limitedServices } from '#platform/limits/rate-limit-services.ts'
import type { Log } from '#platform/observe/log.ts'
import { pageReport } from '#platform/observe/page-report.ts'
import { registerMonitoring } from '#platform/observe/register-monitoring.ts'
import { EXPIRED_IDENTITY } from '#pure/cookies.ts'
import { followPrices, shopJobs } from '#shop/jobs.ts'
import { openShop } from '#shop/open-shop.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { registerPayments } from '#shop/register-payments.ts'
import { setPictureHosts } from '#storefront/commerce/pictures/picture-hosts.ts'
import { type Assets, buildOf, inlineScriptHashes } from '#storefront/runtime/assets.ts'
import { createStorefront } from '#storefront/runtime/server.tsx'
import { registerSeo } from '#storefront/seo/serve-seo.ts'

export interface AppOptions {
  config: Config
  database_url: string
  log: Log
  now: () => Date
  assets: Assets
  /** Check every answer of a service against its contract: on in tests and development. */
  check_outputs?: boolean
  /** Other payment methods than the shop's own: tests bring their own providers. */
  gateways?: readonly Gateway[]
  /** Off where a test drives time itself, and in all processes but one. */
  run_jobs?: boolean
  /** Cache rendered pages. Default: of a build; while somebody edits, every request renders. */
  cache_pages?: boolean
  /** Known to all processes of this start and to nobody else: hex. */
  drawn_secret?: string
  /** With several processes: /metrics of all of them. */
  gather_metrics?: (() => Promise<string>) | undefined
}

export interface App {
  handle: (request: IncomingMessage, response: ServerResponse) => void
  services: Services
  close: () => Promise<void>
}

/** A marketplace reads a feed once an hour at most; it is made as often. */
const feed_lasts_ms = 3_600_000

/**
 * Wires all modules into one request handler; the only place that knows every module. What is opened
 * here is closed in the opposite order, also when a later step fails.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log, now, assets, database_url, run_jobs: runs_jobs = true } = options
  const { public_url, data_dir, shop_name } = config
  const is_dev = assets.kind === 'dev'
  const is_demo = config.shop_mode === 'demo'
  const identity = shopIdentity(config)

  await using opened = new AsyncDisposableStack()
  const onConnectionLost = (err: Error) => log.warn({ err }, 'a database connection was lost')
  const db = openDatabase<Tables>(database_url, { max: config.database_pool, onConnectionLost })
  opened.defer(() => db.destroy())
  // A change reaches subscribers in the order of this file: what answers from memory, then the pages made of it.
  const changes = await openChangeFeed({ database_url, log })
  opened.defer(changes.close)
  const check = options.check_outputs ?? is_dev
  const { gateways } = options
  const shop = await openShop({ config, db, now, log, changes, gateways, check })
  const { services, staff, contactOf, form_targets } = shop
  const guard = openGuard({ settings: config, db, now, log, contactOf })
  const http = await openHttp({
    log,
    public_url,
    is_dev,
    form_targets,
    has_recaptcha: config.recaptcha !== null,
    script_hashes: inlineScriptHashes(options.assets),
    trust_proxy: config.trust_proxy,
    expired_cookies: EXPIRED_IDENTITY,
    cache_bytes: (options.cache_pages ?? !is_dev) ? config.page_cache_bytes : 0,
  })
  const { fastify } = http
  opened.defer(() => fastify.close())

  const { metrics_token: token } = config
  registerMonitoring(http, { db, token, gather: options.gather_metrics })
  const bundles = ['dist/client/assets', 'dist/admin/assets']
  const folders = { media: 'db/seed/media', assets: is_dev ? null : bundles }
  await registerFiles(fastify, { images: config.images, folders, data_dir, log, now })
  await registerApi(http, {
    contracts,
    services,
    graphql: shop.graphql,
    guard,
    log,
    public_url,
    identify: (bearer) => services.session.identify(null, { token: bearer.slice(0, 200) }),
    shop_name,
    has_introspection: is_demo,
    check_outputs: check,
  })
  await registerPayments(fastify, { ...shop, config, drawn_secret: options.drawn_secret })
  const { staff_token } = config
  await registerAdmin(fastify, { services: staff, staff_token, public_url, is_demo, is_dev })
  const keepFile = cachedFiles(join(data_dir, 'feeds'), feed_lasts_ms)
  registerSeo(fastify, { services, shop: identity, build_id: buildOf(assets).id, keepFile })
  setPictureHosts(config.images.origins)
  const front = { services, shop: identity, assets, now, report: pageReport(log) }
  const { pages, handle } = await createStorefront(front)
  const servicesFor = limitedServices(services, contracts, guard.limiter)
  const answer = await registerPages(http, {
    pages,
    handle: (request, ip) => handle(request, servicesFor(ip)),
    changes,
    public_url,
  })
  await fastify.ready()

  const jobs = [...shopJobs({ shop, sender: identity, transports: config }), ...guard.jobs]
  opened.defer(startJobs(runs_jobs ? jobs : [], { db, log }))
  opened.defer(followPrices(shop, changes, { runs_jobs }))
  const closing = opened.move()
  return { handle: answer, services, close: () => closing.disposeAsync() }
}
