import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config/config.ts'
import type { Http } from '#platform/http/open-http.ts'
import { serveWebhooks } from '#platform/http/webhook.ts'
import { expireAtOnce } from '#shop/flows/expire-orders.ts'
import { gatewayWebhooks, relayWebhooks } from '#shop/flows/receive-payment/payment-webhooks.ts'
import { carrierWebhooks } from '#shop/flows/shipment/carrier-webhooks.ts'
import { lenderWebhooks } from '#shop/flows/trade/application/lender-webhooks.ts'
import type { Shop } from '#shop/open-shop.ts'
import { ordersNamedIn } from '#shop/payment/attempt/transfer.ts'
import { serveSandboxBank } from '#shop/payment/sandbox/sandbox-bank.ts'
import { serveSandboxProviders } from '#shop/payment/sandbox/serve-sandbox-providers.ts'
import { servePlayLender } from '#shop/trade/lender/serve-play-lender.ts'

interface ShopSettings {
  config: Config
  /** A hexadecimal secret that all processes of this start share, and nobody else. */
  drawn_secret: string | undefined
}

/**
 * Registers the webhooks of those who report money, parcels and loans; in a demo also the pages of the sandbox
 * providers: a test bank, gateways and a company that lends.
 */
export async function registerShop(
  http: Pick<Http, 'fastify' | 'renders'>,
  { providers, carriers, loans }: Pick<Shop, 'providers' | 'carriers' | 'loans'>,
  { config, drawn_secret }: ShopSettings,
): Promise<void> {
  const { bank, payos, shop_mode } = config
  const { account_number } = bank
  const { db, now, log, public_url } = providers
  // A demo draws a new secret at every start, which only its test bank gets.
  const drawn = shop_mode === 'demo' ? (drawn_secret ?? randomBytes(24).toString('hex')) : null
  const sepay = { ...config.sepay, webhook_secret: config.sepay.webhook_secret ?? drawn }
  await serveWebhooks(http, [
    ...relayWebhooks({ ...providers, account_number, sepay, payos }),
    ...gatewayWebhooks(providers),
    ...carrierWebhooks({ db, now, log, carriers }),
    ...lenderWebhooks({ db, now, log, lenders: loans.lenders }),
  ])
  if (shop_mode === 'demo' && sepay.webhook_secret !== null) {
    await serveSandbox(http.fastify, providers, sepay.webhook_secret)
  }
  const { demo_key } = loans
  if (demo_key !== null) await servePlayLender(http.fastify, { db, now, demo_key, public_url })
}

async function serveSandbox(
  fastify: FastifyInstance,
  { db, now, log, public_url, gateways }: Shop['providers'],
  webhook_secret: string,
): Promise<void> {
  const endOrder = (text: string) => expireAtOnce({ db, log }, ordersNamedIn(text), now())
  const own = { db, now, public_url, gateways: gateways.all }
  await serveSandboxProviders(fastify, { ...own, endOrder })
  await serveSandboxBank(fastify, { webhook_secret, public_url, now, endOrder })
}
