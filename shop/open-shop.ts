import type { Config } from '#config/config.ts'
import type { Services } from '#contracts/all.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { type ChangeFeed, EVERYTHING } from '#platform/database/change-feed.ts'
import { secretBox } from '#platform/files/secret-box.ts'
import type { GraphqlPart } from '#platform/graphql/graphql.ts'
import { outsideCalls } from '#platform/http/outside-call.ts'
import type { Log } from '#platform/observe/log.ts'
import { recipientContacts } from '#shop/flows/recipient-contacts.ts'
import { locationsGraphql } from '#shop/location/locations-graphql.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { gateways as known_gateways } from '#shop/payment/gateways/gateways.ts'
import { openGateways, type ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { payosLinks } from '#shop/payment/relays/payos-links.ts'
import { playTestProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { test_bank_path } from '#shop/payment/sandbox/sandbox-bank.ts'
import { createServices } from '#shop/services.ts'
import { createStaffServices } from '#shop/staff-services.ts'
import { catalogGraphql } from '#shop/views/graphql/catalog-graphql.ts'

export interface ShopDeps {
  config: Config
  db: Database
  now: Now
  log: Log
  changes: ChangeFeed
  /** Other payment methods than the shop's own: tests bring their own providers. */
  gateways?: readonly Gateway[] | undefined
  /** Compare refusals with the contracts: on in tests and development. */
  check: boolean
}

/** The shop of one process. */
export interface Shop {
  services: Services
  graphql: readonly GraphqlPart[]
  /** What work with payment providers needs. */
  providers: ProviderDeps
  staff: StaffServices
  /** Whom an order of a caller would name: what is done too often is counted by them. */
  contactOf: ReturnType<typeof recipientContacts>
  /** Origins of providers' pages, to which a form of ours may lead. */
  form_targets: readonly string[]
}

/** Opens payment gateways and services; both follow the changes of the database. */
export async function openShop(deps: ShopDeps): Promise<Shop> {
  const { config, db, now, log, changes, check } = deps
  const { public_url, shop_mode: mode } = config
  const box = secretBox(config, 'gateways')
  const gateways = await openGateways({
    db,
    now,
    log,
    mode,
    box,
    gateways: deps.gateways ?? known_gateways,
    send: outsideCalls({ now }),
    ...(mode === 'demo' ? { play: playTestProviders({ db, now }) } : {}),
  })
  const services = createServices({
    db,
    now,
    log,
    payments: transferAccounts(config),
    gateways,
    urls: config.service_urls,
    order_batch: config.order_batch,
    feed: changes,
    check,
  })
  const providers = { db, now, log, gateways, public_url }
  changes.subscribe(async (tags) => {
    if (tags.has('gateways') || tags.has(EVERYTHING)) await gateways.refresh()
  })
  return {
    services,
    graphql: [
      catalogGraphql({ db, now, search: services.search }),
      locationsGraphql(services.locations),
    ],
    providers,
    staff: createStaffServices({ providers, box, mode, check }),
    contactOf: recipientContacts(db),
    // In a demo too: staff may set a provider's own sandbox up at any time.
    form_targets: [...new Set(gateways.all.flatMap(({ origins = [] }) => origins))],
  }
}

function transferAccounts({ bank, payos, public_url, shop_mode }: Config) {
  return {
    bank,
    payos: payos && payosLinks(payos),
    public_url,
    test_bank_url: shop_mode === 'demo' ? test_bank_path : null,
  }
}
