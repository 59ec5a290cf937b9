import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { LivePace } from '#admin/live/follow-waiting.ts'
import { addresses } from '#admin/addresses/addresses.ts'
import { registerAdmin } from '#admin/register-admin.ts'
import type { Config } from '#config/config.ts'
import { shopIdentity } from '#config/shop-identity.ts'
import { type Services, services as contracts } from '#contracts/all.ts'
import { memberServices } from '#contracts/member-site/all.ts'
import { member_login, staff_login } from '#contracts/limits.ts'
import type { Tables } from '#db/schema.ts'
import { openChangeFeed } from '#platform/database/change-feed.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { cachedFiles } from '#platform/files/cached-file.ts'
import { ownKey } from '#platform/files/own-key.ts'
import { registerFiles } from '#platform/files/register-files.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { type LazySite, lazySite } from '#platform/http/lazy-site.ts'
import { openHttp } from '#platform/http/open-http.ts'
import { registerApi } from '#platform/http/register-api.ts'
import { registerPages } from '#platform/http/register-pages.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { type Guard, openGuard } from '#platform/limits/rate-limit-guard.ts'
import { countedAddress } from '#platform/limits/rate-limit-address.ts'
import { deviceIds } from '#platform/limits/device-ids.ts'
import { limitedServices } from '#platform/limits/rate-limit-services.ts'
import type { Log } from '#platform/observe/log.ts'
import { pageReport } from '#platform/observe/page-report.ts'
import { registerMonitoring } from '#platform/observe/register-monitoring.ts'
import { isOneSite } from '#pure/same-origin.ts'
import { expiredIdentity } from '#pure/cookies.ts'
import { followPrices, shopJobs } from '#shop/jobs.ts'
import type { HashParameters } from '#shop/identity/password.ts'
import { openShop, type Shop } from '#shop/open-shop.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { registerShop } from '#shop/register-shop.ts'
import { reservedPaths } from '#storefront/addresses/reserved-paths.ts'
import { type Assets, inlineScriptHashes } from '#storefront/runtime/assets.ts'
import { changesFeeds } from '#storefront/seo/product-feed.ts'
import { storedArticlePictures } from '#storefront/pages/post/serve-article-pictures.ts'
import { registerStorefront } from '#storefront/register-storefront.ts'

export interface AppOptions {
  config: Config
  database_url: string
  log: Log
  now: () => Date
  assets: Assets
  /** Checks every answer of a service against its contract. On in tests and development. */
  check_outputs?: boolean
  /** Payment gateways instead of the shop's own. Tests use their own providers. */
  gateways?: readonly Gateway[]
  /** Sends requests to the member site. Tests run their own. */
  callMemberSite?: typeof fetch
  /** What a new password costs to hash. Tests of something else use a low cost. */
  password_cost?: HashParameters | undefined
  /** Off in tests that control the time, and in all processes except one. */
  run_jobs?: boolean
  /** Caches rendered pages. Default: on with a build; off in development, where every request renders. */
  cache_pages?: boolean
  /** A random secret of this start, shared by its processes only (hex). */
  drawn_secret?: string
  /** With several processes: collects /metrics of all of them. */
  gather_metrics?: (() => Promise<string>) | undefined
  /** Aborted when the process begins to end, before it waits for running requests. */
  ending?: AbortSignal
  /** How often event streams look and check. Tests use a quicker pace. */
  live_pace?: LivePace
}

export interface App {
  handle: (request: IncomingMessage, response: ServerResponse) => void
  services: Services
  close: () => Promise<void>
}

/** Most connections of staff and jobs in each process. */
const max_office_pool = 4
/** A feed is generated again when it is read an hour later, or after a price has changed. */
const feed_lasts_ms = 3_600_000

/** The built files of the browser, of shoppers and of staff. */
const bundles = ['dist/client/assets', 'dist/admin/assets'] as const

/**
 * Wires all modules into one request handler. This is the only code that knows every module. Resources are
 * closed in the reverse sequence of their opening, also if a later step fails.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log, now, assets, database_url, run_jobs: runs_jobs = true } = options
  const { public_url, data_dir, shop_name } = config
  const is_dev = assets.kind === 'dev'
  const is_demo = config.shop_mode === 'demo'
  const identity = shopIdentity(config)
  const cookies = { secure: public_url.startsWith('https:'), domain: config.cookie_domain }
  const auto_login = isOneSite(public_url, config.member_url)
  const member_origin = new URL(config.member_url).origin

  await using opened = new AsyncDisposableStack()
  const onConnectionLost = (err: Error) => log.warn({ err }, 'a database connection was lost')
  const db = openDatabase<Tables>(database_url, {
    max: config.database_pool,
    kept_open: 2,
    gathers_reads: true,
    onConnectionLost,
  })
  opened.defer(() => db.destroy())
  // The wide questions of staff and jobs must not take the connections of shoppers.
  const office_db = openDatabase<Tables>(database_url, {
    max: Math.min(max_office_pool, config.database_pool),
    onConnectionLost,
  })
  opened.defer(() => office_db.destroy())
  // Subscribers get a change in the sequence of this file: first the in-memory data, then the cached pages.
  const changes = await openChangeFeed({ database_url, log })
  opened.defer(changes.close)
  const check = options.check_outputs ?? is_dev
  const { gateways, password_cost } = options
  const callMemberSite =
    options.callMemberSite ??
    ((url: string | URL | Request, init?: RequestInit) => member_site.fetch(String(url), init))
  const shop = await openShop({
    ...{ config, db, office_db, now, log, changes, gateways, check, callMemberSite, password_cost },
    reserved_paths: reservedPaths(),
  })
  const { services, staff, contactOf, form_targets } = shop
  const has_one_tap = shop.members.providers.one_tap !== null
  const guard = openGuard({ settings: config, db, now, log, contactOf })
  const http = await openHttp({
    log,
    public_url,
    is_dev,
    form_targets,
    ...policyOf(config, options.assets),
    trust_proxy: config.trust_proxy,
    expired_cookies: expiredIdentity(cookies),
    frame_targets: auto_login || has_one_tap ? [member_origin] : [],
    cache_bytes: (options.cache_pages ?? !is_dev) ? config.page_cache_bytes : 0,
  })
  const { fastify } = http
  opened.defer(() => fastify.close())

  const metrics_access = { token: config.metrics_token, has_proxy: config.trust_proxy.length > 0 }
  const { gauges } = shop.stock_proof
  registerMonitoring(http, { db, metrics_access, gauges, gather: options.gather_metrics })
  const folders = { media: 'db/seed/media', assets: is_dev ? null : bundles }
  const stored = storedArticlePictures(services)
  await registerFiles(fastify, { images: config.images, stored, folders, data_dir, log, now })
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
  await registerShop(http, shop, { config, drawn_secret: options.drawn_secret })
  const { staff_token } = config
  const limits = guard.limitLogin(staff_login)
  const { ending = new AbortController().signal, live_pace } = options
  const mode = { is_demo, is_dev, ending, live_pace }
  await registerAdmin(fastify, { ...staff, staff_token, limits, public_url, ...mode })
  const feeds = cachedFiles(join(data_dir, 'feeds'), feed_lasts_ms)
  opened.defer(changes.subscribe(async (tags) => void (changesFeeds(tags) && feeds.expire())))
  const storefront = await registerStorefront(fastify, {
    ...{ services, shop: identity, assets, now, report: pageReport(log), cacheFile: feeds.file },
    sign_in: { cookies, auto_login_at: auto_login ? member_origin : null, has_one_tap },
    servicesFor: limitedServices(services, contracts, guard.limiter),
    senderOf: ({ ip }) => countedAddress(ip),
  })
  const answer = await registerPages(http, { ...storefront, changes, public_url })
  await fastify.ready()
  const member_site = memberSite(options, shop, guard)
  opened.defer(member_site.close)

  const jobs = [...shopJobs({ shop, sender: identity, transports: config }), ...guard.jobs]
  opened.defer(startJobs(runs_jobs ? jobs : [], { db, log }))
  opened.defer(followPrices(shop, changes, { runs_jobs }))
  const closing = opened.move()
  return {
    handle: (request, response) =>
      member_site.owns(request) ? member_site.handle(request, response) : answer(request, response),
    services,
    close: () => closing.disposeAsync(),
  }
}

/** What the content security policy of pages allows besides our own files. */
function policyOf({ recaptcha, gtm_id }: Config, assets: Assets) {
  return {
    has_recaptcha: recaptcha !== null,
    has_tag_manager: gtm_id !== null,
    script_hashes: inlineScriptHashes(assets),
  }
}

/** The identity provider at its own host name (decision 186). It is loaded at the first request for that host. */
function memberSite({ config, log, now, assets }: AppOptions, shop: Shop, guard: Guard): LazySite {
  const { public_url, member_url, data_dir, shop_name, images, trust_proxy } = config
  const is_dev = assets.kind === 'dev'
  const http = {
    ...{ log, public_url: member_url, is_dev, trust_proxy, expired_cookies: [] },
    // A sign-in ends with a redirect to the shop, which browsers count as a target of the form.
    form_targets: [public_url, ...shop.members.providers.origins],
    has_recaptcha: config.recaptcha !== null,
  }
  return lazySite(member_url, async () => {
    const { registerMemberSite } = await import('#member-site/runtime/register-member-site.ts')
    const fastify = await createHttpServer(http)
    const folders = {
      media: 'db/seed/media',
      assets: is_dev ? null : ['dist/member-site/assets'],
    }
    await registerFiles(fastify, { images, folders, data_dir, log, now })
    guard.serve(fastify)
    registerMemberSite(fastify, {
      ...{ ...shop.members, shop_name, public_url, member_url, is_dev },
      demo_messages_url: config.shop_mode === 'demo' ? public_url + addresses.outbox.path : null,
      device_ids: deviceIds(ownKey(config, 'member-device')),
      servicesFor: limitedServices(shop.members, memberServices, guard.limiter),
      google_client_id: config.google?.client_id ?? null,
      limits: guard.limitLogin(member_login),
      headers: securityHeaders(http),
    })
    return fastify
  })
}
