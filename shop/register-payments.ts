import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config/config.ts'
import { serveWebhooks } from '#platform/http/webhook.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { expireAtOnce } from '#shop/flows/expire-orders.ts'
import { gatewayWebhooks, relayWebhooks } from '#shop/flows/receive-payment/payment-webhooks.ts'
import { ordersNamedIn } from '#shop/payment/attempt/transfer.ts'
import { serveTestBank } from '#shop/payment/sandbox/sandbox-bank.ts'
import { serveTestProviders } from '#shop/payment/sandbox/serve-sandbox-providers.ts'

interface PaymentDeps {
  config: Config
  providers: ProviderDeps
  /** Known to all processes of this start and to nobody else: hex. */
  drawn_secret: string | undefined
}

/** Webhooks of relays and gateways; in a demo also the sandbox: a test bank and providers with play money. */
export async function registerPayments(
  fastify: FastifyInstance,
  { config, providers, drawn_secret }: PaymentDeps,
): Promise<void> {
  const { bank, payos, shop_mode } = config
  const { account_number } = bank
  // A demo's secret is nobody's: drawn anew at every start, known to the test bank alone.
  const drawn = shop_mode === 'demo' ? (drawn_secret ?? randomBytes(24).toString('hex')) : null
  const sepay = { ...config.sepay, webhook_secret: config.sepay.webhook_secret ?? drawn }
  await serveWebhooks(fastify, [
    ...relayWebhooks({ ...providers, account_number, sepay, payos }),
    ...gatewayWebhooks(providers),
  ])
  if (shop_mode === 'demo' && sepay.webhook_secret !== null) {
    await serveSandbox(fastify, providers, sepay.webhook_secret)
  }
}

async function serveSandbox(
  fastify: FastifyInstance,
  { db, now, log, public_url }: ProviderDeps,
  webhook_secret: string,
): Promise<void> {
  const endOrder = (text: string) => expireAtOnce({ db, log }, ordersNamedIn(text), now())
  await serveTestProviders(fastify, { db, now, public_url, endOrder })
  await serveTestBank(fastify, { webhook_secret, public_url, now, endOrder })
}
