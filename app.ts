import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import fastifyMultipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serveOutbox } from '#admin/outbox-page.ts'
import { gatewayPage } from '#admin/gateway-page.ts'
import { paymentReviewPage } from '#admin/payment-review-page.ts'
import { refundPage } from '#admin/refund-page.ts'
import { serveStaffPages } from '#admin/staff-pages.ts'
import type { Config } from '#config/config.ts'
import { type Services, services as served } from '#contracts/all.ts'
import type { Database, Tables } from '#db/schema.ts'
import { serveApiDocs } from '#platform/http/api-docs.ts'
import { EVERYTHING, openChangeFeed } from '#platform/database/change-feed.ts'
import { registerGraphql } from '#platform/graphql/graphql.ts'
import { serveHealth } from '#platform/observe/health.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { callerOf } from '#platform/http/caller.ts'
import { serveImages } from '#platform/images/images.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { keepAnswers, type KeptAnswers } from '#platform/cache/answer-cache.ts'
import { keptFile } from '#platform/files/cached-file.ts'
import type { Log } from '#platform/observe/log.ts'
import { serveMetrics } from '#platform/observe/metrics.ts'
import { outsideCalls } from '#platform/http/outside-call.ts'
import { createPageCache } from '#platform/cache/page-cache.ts'
import { cachedPages } from '#platform/cache/page-cache-requests.ts'
import {
  connectionCounts,
  isDatabaseUnavailable,
  openDatabase,
} from '#platform/database/postgres.ts'
import { openGuard, type Guard } from '#platform/limits/rate-limit-guard.ts'
import { limitedServices } from '#platform/limits/rate-limit-services.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'
import { type SecretBox, secretBox } from '#platform/files/secret-box.ts'
import { serve } from '#platform/http/serve.ts'
import { mountWebHandler, originForm } from '#platform/http/web-handler.ts'
import { serveWebhooks } from '#platform/http/webhook.ts'
import { EXPIRED_IDENTITY } from '#pure/cookies.ts'
import { formTree } from '#pure/form-fields.ts'
import { plain_style, plain_style_path } from '#pure/plain-page.ts'
import { leftCartsJob } from '#shop/flows/abandoned-cart/remind-of-carts.ts'
import { catalogGraphql } from '#shop/views/graphql/catalog-graphql.ts'
import { checkoutJobs } from '#shop/flows/checkout-jobs.ts'
import { locationsGraphql } from '#shop/location/locations-graphql.ts'
import { expireAtOnce } from '#shop/flows/expire-orders.ts'
import { outboxDesk } from '#shop/notification/outbox-staff.ts'
import { outboxJob } from '#shop/flows/send-notifications.ts'
import { waysOut } from '#shop/notification/transports/transports.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { gatewayStaff } from '#shop/flows/staff/gateway-staff.ts'
import { gateways as known_gateways } from '#shop/payment/gateways/gateways.ts'
import { openGateways, type ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { gatewayWebhooks, relayWebhooks } from '#shop/flows/receive-payment/payment-webhooks.ts'
import { refundStaff } from '#shop/flows/staff/refund-staff.ts'
import { payosLinks } from '#shop/payment/relays/payos-links.ts'
import { reconciliationStaff } from '#shop/flows/staff/reconciliation-staff.ts'
import { playTestProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { serveTestProviders } from '#shop/payment/sandbox/serve-sandbox-providers.ts'
import { serveTestBank, test_bank_path } from '#shop/payment/sandbox/sandbox-bank.ts'
import { ordersNamedIn } from '#shop/payment/attempt/transfer.ts'
import { watchEdges } from '#shop/flows/prices/watch-promotion-edges.ts'
import { lowestPricesJob, recordChangedPrices } from '#shop/flows/prices/record-lowest-prices.ts'
import { openRecipientContacts } from '#shop/quote/recipient-contact-store.ts'
import { createServices } from '#shop/services.ts'
import { type Assets, buildOf } from '#storefront/assets.ts'
import { serveMachines } from '#storefront/machines/serve-machines.ts'
import type { ShopIdentity } from '#storefront/page.ts'
import { setPictureHosts } from '#storefront/picture-hosts.ts'
import { createStorefront, type Storefront } from '#storefront/server.tsx'

export interface AppOptions {
  config: Config
  database_url: string
  log: Log
  now: () => Date
  assets: Assets
  /** Check every answer of a service against its contract: on in tests and development. */
  check_outputs?: boolean
  /** Other ways to pay than the shop's own: tests play providers. */
  gateways?: readonly Gateway[]
  /** Off where a test drives time itself, and in all processes but one. */
  run_jobs?: boolean
  /** Keep rendered pages. Default: of a build; while somebody edits, every request renders. */
  keep_pages?: boolean
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

/** All rooms wired into one request handler. The only place that knows every room. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log, now } = options
  const database = openDatabase<Tables>(options.database_url, {
    max: config.database_pool,
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  // Heard in this order: what answers from memory first, the pages that were made of it last.
  const changes = await openChangeFeed({ database_url: options.database_url, log })
  const box = secretBox(config, 'gateways')
  const gateways = await openGateways({
    db: database,
    now,
    log,
    mode: config.shop_mode,
    box,
    gateways: options.gateways ?? known_gateways,
    send: outsideCalls({ now }),
    ...(config.shop_mode === 'demo' ? { play: playTestProviders({ db: database, now }) } : {}),
  })
  const { public_url } = config
  const providers = { db: database, now, log, gateways, public_url }
  const services = createServices({
    db: database,
    now,
    log,
    payments: paymentWays(config),
    gateways,
    urls: config.service_urls,
    order_batch: config.order_batch,
    feed: changes,
  })
  const contacts = openRecipientContacts(database)
  const guard = openGuard({
    settings: config,
    db: database,
    now,
    log,
    contactOf: ({ customer_id }) => contacts(customer_id),
  })
  const is_dev = options.assets.kind === 'dev'
  const keep_pages = options.keep_pages ?? !is_dev
  const cache = createPageCache({
    max_bytes: keep_pages ? config.page_cache_bytes * (1 - answers_share) : 0,
    onRefreshFailed: (error, key) => log.error({ err: error, key }, 'a page was not made anew'),
  })
  // In a demo too: staff may set a provider's own sandbox up at any time.
  const form_targets = [...new Set(gateways.all.flatMap(({ origins = [] }) => origins))]
  const headers = securityHeaders({
    public_url: config.public_url,
    is_dev,
    has_recaptcha: config.recaptcha !== null,
    form_targets,
  })
  const answers = keepAnswers({
    max_bytes: keep_pages ? config.page_cache_bytes * answers_share : 0,
    headers,
  })
  const fastify = await createHttpServer({
    log,
    public_url: config.public_url,
    is_dev,
    trust_proxy: config.trust_proxy,
    has_recaptcha: config.recaptcha !== null,
    form_targets,
    expired_cookies: EXPIRED_IDENTITY,
  })
  serveHealth(fastify, () => sql`select 1`.execute(database))
  serveMetrics(fastify, {
    token: config.metrics_token,
    database_connections: () => connectionCounts(database),
    page_cache: cache.stats,
    answer_cache: answers.stats,
    gather: options.gather_metrics,
  })
  await serveFiles(fastify, options)
  await serveApi(fastify, { services, answers, database, guard }, options)
  await serveMoney(fastify, { providers, box }, options)
  serveForMachines(fastify, services, options)
  const storefront = await openStorefront(services, options)
  const pages = cachedPages({ cache, source: storefront.pages, headers })
  const servicesFor = limitedServices(services, served, guard.limiter)
  await mountWebHandler(fastify, {
    public_url: config.public_url,
    handle: async (request, ip) =>
      (await pages.answer(request)) ?? storefront.handle(request, servicesFor(ip)),
  })
  changes.subscribe(async (tags) => {
    if (tags.has('gateways') || tags.has(EVERYTHING)) await gateways.refresh()
  })
  changes.subscribe(async (tags) => {
    const may_be_new = ['catalog', 'locations', EVERYTHING].some((tag) => tags.has(tag))
    if (may_be_new) await storefront.pages.refresh()
    // So many prices changed that naming the goods would cost more than making all anew.
    const told = tags.has('prices') ? new Set([...tags, EVERYTHING]) : tags
    answers.remove(told)
    cache.remove(told)
  })
  await fastify.ready()
  const jobs =
    options.run_jobs === false
      ? []
      : [
          ...checkoutJobs(providers),
          ...guard.jobs,
          lowestPricesJob({ db: database, now }),
          leftCartsJob({ db: database, now, log }),
          outboxJob({
            db: database,
            now,
            log,
            cart: services.cart,
            transports: waysOut(config),
            teller: shopIdentity(config),
          }),
        ]
  const stopJobs = startJobs(jobs, { db: database, log })
  const stopEdges = watchEdges({ db: database, now, log, feed: changes })
  const stopRecording =
    options.run_jobs === false
      ? () => Promise.resolve()
      : recordChangedPrices({ db: database, now, log }, changes)
  return {
    handle: (request, response) => {
      request.url = originForm(request.url ?? '/')
      const at_hand = request.url.startsWith('/api/') ? answers : pages
      if (!at_hand.answerAtOnce(request, response)) fastify.routing(request, response)
    },
    services,
    close: async () => {
      stopEdges()
      await stopRecording()
      await stopJobs()
      await changes.close()
      await fastify.close()
      await database.destroy()
    },
  }
}

/** Of PAGE_CACHE_MB, for answers of services: they are small and soon made. The rest is for pages. */
const answers_share = 1 / 4

interface Served {
  services: Services
  answers: KeptAnswers
  database: Database
  guard: Guard
}

async function serveApi(
  fastify: FastifyInstance,
  { services, answers, database, guard }: Served,
  options: AppOptions,
): Promise<void> {
  const { log, now } = options
  const { public_url } = options.config
  await fastify.register(async (api) => {
    await api.register(fastifyMultipart, {
      limits: { fields: 500, fieldSize: 65_536, files: 0, headerPairs: 100 },
    })
    // A page elsewhere may post text/plain without asking first, so it is nobody's JSON here.
    api.removeContentTypeParser('text/plain')
    api.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, formTree(new URLSearchParams(String(body)))),
    )
    for (const [name, { prefix, contract }] of Object.entries(served)) {
      serve(api, {
        prefix,
        contract,
        service: services[name as keyof Services],
        identify: (request) =>
          callerOf(request, {
            public_url,
            identify: (token) => services.session.identify(null, { token: token.slice(0, 200) }),
          }),
        check_outputs: options.check_outputs ?? options.assets.kind === 'dev',
        kept: answers,
        limiter: guard.limiter,
      })
    }
    guard.serve(api)
    registerGraphql(api, {
      address: '/api/dashboard/graphql/query',
      parts: [
        catalogGraphql({ db: database, now, search: services.search }),
        locationsGraphql(services.locations),
      ],
      has_introspection: options.config.shop_mode === 'demo',
      report: (error) => log.error({ err: error, service: 'graphql' }, 'a GraphQL query broke'),
    })
    serveApiDocs(api, served, { shop_name: options.config.shop_name })
    api.all('/api/*', (_request, reply) => reply.callNotFound())
  })
}

function paymentWays({ bank, payos, public_url, shop_mode }: Config) {
  return {
    bank,
    payos: payos && payosLinks(payos),
    public_url,
    test_bank_url: shop_mode === 'demo' ? test_bank_path : null,
  }
}

/** Relays that tell of money, the staff's page for what did not match, and play money in the demo. */
async function serveMoney(
  fastify: FastifyInstance,
  { providers, box }: { providers: ProviderDeps; box: SecretBox },
  { config, log, now, drawn_secret }: AppOptions,
): Promise<void> {
  const { db } = providers
  const { bank, payos, public_url, staff_token, shop_mode } = config
  const { account_number } = bank
  // A demo's secret is nobody's: drawn anew at every start, known to the test bank alone.
  const secret = drawn_secret ?? randomBytes(24).toString('hex')
  const drawn = shop_mode === 'demo' ? secret : null
  const sepay = { ...config.sepay, webhook_secret: config.sepay.webhook_secret ?? drawn }
  await serveWebhooks(fastify, [
    ...relayWebhooks({ db, now, log, account_number, sepay, payos }),
    ...gatewayWebhooks(providers),
  ])
  fastify.get(plain_style_path, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css').send(plain_style),
  )
  const is_demo = shop_mode === 'demo'
  await serveOutbox(fastify, { desk: outboxDesk({ db, now }), staff_token, public_url, is_demo })
  const staff_pages = [
    paymentReviewPage(reconciliationStaff({ db, now, log })),
    gatewayPage(gatewayStaff({ providers, box, mode: shop_mode })),
    refundPage(refundStaff(providers)),
  ]
  await serveStaffPages(fastify, staff_pages, { staff_token, public_url })
  if (shop_mode !== 'demo' || sepay.webhook_secret === null) return
  const endOrder = (text: string) => expireAtOnce({ db, log }, ordersNamedIn(text), now())
  await serveTestProviders(fastify, { db, now, public_url, endOrder })
  await serveTestBank(fastify, {
    webhook_secret: sepay.webhook_secret,
    public_url,
    now,
    endOrder,
  })
}

async function serveFiles(
  fastify: FastifyInstance,
  { assets, config, log, now }: AppOptions,
): Promise<void> {
  const { data_dir, images } = config
  const own_media = join(data_dir, 'media')
  mkdirSync(own_media, { recursive: true })
  const folders = [own_media, resolve('db/seed/media')]
  serveImages(fastify, { ...images, folders, data_dir, log, now })
  await fastify.register(fastifyStatic, {
    root: folders,
    prefix: '/media/',
    index: false,
    maxAge: '1d',
  })
  if (assets.kind === 'dev') return
  await fastify.register(fastifyStatic, {
    root: resolve('dist/client/assets'),
    prefix: '/assets/',
    index: false,
    maxAge: '365d',
    immutable: true,
    preCompressed: true,
    decorateReply: false,
  })
}

/** A marketplace reads a feed once an hour at most; it is made as often. */
const feed_lasts_ms = 3_600_000

function serveForMachines(
  fastify: FastifyInstance,
  services: Services,
  { config, assets }: AppOptions,
): void {
  serveMachines(fastify, {
    services,
    shop: shopIdentity(config),
    build_id: buildOf(assets).id,
    keepFile: (name, write) =>
      keptFile(join(config.data_dir, 'feeds', name), { lasts_ms: feed_lasts_ms, write }),
  })
}

function openStorefront(services: Services, options: AppOptions): Promise<Storefront> {
  const { config, log, now, assets } = options
  setPictureHosts(config.images.origins)
  return createStorefront({
    services,
    shop: shopIdentity(config),
    assets,
    now,
    report: (error, path) => {
      const status = isDatabaseUnavailable(error) ? 503 : 500
      const reference = crypto.randomUUID()
      log.error({ err: error, reference, path }, 'a page broke')
      return { status, detail: `Mã sự cố: ${reference}` }
    },
  })
}

function shopIdentity(config: Config): ShopIdentity {
  const { legal } = config
  return {
    name: config.shop_name,
    hotline: config.hotline,
    public_url: config.public_url,
    is_demo: config.shop_mode === 'demo',
    company: {
      name: legal.company_name,
      address: legal.company_address,
      tax_code: legal.company_tax_code,
      registration: legal.company_registration,
      email: legal.company_email,
    },
    moit_notice_url: legal.moit_notice_url,
    picture_hosts: config.images.origins,
  }
}
