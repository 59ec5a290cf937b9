import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config/config.ts'
import type { Http } from '#platform/http/open-http.ts'
import { serveWebhooks } from '#platform/http/webhook.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { expireAtOnce } from '#shop/flows/expire-orders.ts'
import { gatewayWebhooks, relayWebhooks } from '#shop/flows/receive-payment/payment-webhooks.ts'
import { ordersNamedIn } from '#shop/payment/attempt/transfer.ts'
import { serveSandboxBank } from '#shop/payment/sandbox/sandbox-bank.ts'
import { serveSandboxProviders } from '#shop/payment/sandbox/serve-sandbox-providers.ts'

interface PaymentDeps {
  config: Config
  providers: ProviderDeps
  /** A hexadecimal secret that all processes of this start share, and nobody else. */
  drawn_secret: string | undefined
}

/** Registers the webhooks of relays and gateways; in a demo also the sandbox: a test bank and sandbox providers. */
export async function registerPayments(
  http: Pick<Http, 'fastify' | 'renders'>,
  { config, providers, drawn_secret }: PaymentDeps,
): Promise<void> {
  const { bank, payos, shop_mode } = config
  const { account_number } = bank
  // A demo draws a new secret at every start, which only its test bank gets.
  const drawn = shop_mode === 'demo' ? (drawn_secret ?? randomBytes(24).toString('hex')) : null
  const sepay = { ...config.sepay, webhook_secret: config.sepay.webhook_secret ?? drawn }
  await serveWebhooks(http, [
    ...relayWebhooks({ ...providers, account_number, sepay, payos }),
    ...gatewayWebhooks(providers),
  ])
  if (shop_mode === 'demo' && sepay.webhook_secret !== null) {
    await serveSandbox(http.fastify, providers, sepay.webhook_secret)
  }
}

async function serveSandbox(
  fastify: FastifyInstance,
  { db, now, log, public_url, gateways }: ProviderDeps,
  webhook_secret: string,
): Promise<void> {
  const endOrder = (text: string) => expireAtOnce({ db, log }, ordersNamedIn(text), now())
  const own = { db, now, public_url, gateways: gateways.all }
  await serveSandboxProviders(fastify, { ...own, endOrder })
  await serveSandboxBank(fastify, { webhook_secret, public_url, now, endOrder })
}
