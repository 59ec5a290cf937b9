import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastifyMultipart from '@fastify/multipart'
import { sql } from 'kysely'
import { demo_bank } from '#config/live-rules.ts'
import { services as served } from '#contracts/all.ts'
import { readyDatabase } from '#db/ready-database.ts'
import type { Database, Tables } from '#db/schema.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { callerOf } from '#platform/http/caller.ts'
import { createLog } from '#platform/observe/log.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { openIdClient } from '#platform/openid/openid-client.ts'
import { serve } from '#platform/http/serve.ts'
import { createRenderQueue } from '#platform/http/render-queue.ts'
import { serveWebhooks } from '#platform/http/webhook.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { gatewayWebhooks } from '#shop/flows/receive-payment/payment-webhooks.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { createServices } from '#shop/services.ts'
import { testPictures } from '#test/pictures/test-pictures.ts'
import { openOwnPostgres } from '#test/faults/own-postgres.ts'
import { buyerWith, dataOf } from '#test/support/buyer.ts'
import { knock } from '#test/support/knock.ts'
import type { PaymentTestShop } from '#test/support/payment-messages.ts'
import { openFakeProvider, type FakeProvider } from '#test/support/fake-provider.ts'
import { pushKeysOf } from '#platform/push/push-message.ts'
import { test_person_keys, testBox, testLenders, testProviders } from '#test/support/providers.ts'
import { products, openSmallShop } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

/** The services of a shop with two fake providers, on its own database, without pages. */
export interface MoneyShop extends PaymentTestShop {
  providers: ProviderDeps
  fakes: readonly [FakeProvider, FakeProvider]
  close: () => Promise<void>
}

const initial_stock = 100_000

export async function openMoneyShop(): Promise<MoneyShop> {
  const server = await openOwnPostgres()
  await readyDatabase(server.url, {
    seed: 'none',
    now: () => new Date(),
    on_progress: () => undefined,
  })
  const db = openDatabase<Tables>(server.url, { max: 16, application_name: 'money-shop' })
  await openSmallShop(db)
  await setFreeStock(db, initial_stock, sql`product_id = ${products.cable}`)
  const fakes = [await openFakeProvider('fake'), await openFakeProvider('fake_too')] as const
  let ahead_ms = 0
  const now = () => new Date(Date.now() + ahead_ms)
  const gateways = [cashOnDelivery, ...fakes.map(({ gateway }) => gateway)]
  const providers = await testProviders({ db, now, gateways })
  const server_of_services = await openServer(db, providers)
  return {
    db,
    url: server_of_services.url,
    now,
    pass: (ms) => {
      ahead_ms += ms
    },
    gateways: ['fake', 'fake_too'],
    providers,
    fakes,
    buyer: async () => {
      const call = (method: string, path: string, ask = {}) =>
        knock(server_of_services.url + path, method, ask)
      const answer = await call('POST', '/api/sso/auth/guest-token', { json: {} })
      return buyerWith({ call }, dataOf<{ token: string }>(answer).token)
    },
    close: async () => {
      await server_of_services.close()
      for (const provider of fakes) await provider.close()
      await db.destroy()
      server.close()
    },
  }
}

async function openServer(db: Database, providers: ProviderDeps) {
  const { now, gateways } = providers
  const log = createLog({ service: 'fault', level: 'error' })
  const public_url = 'http://localhost:3000'
  const payments = { bank: demo_bank, payos: null, public_url, test_bank_url: null }
  const services = createServices({
    db,
    now,
    log,
    payments,
    card_files: { pictures: testPictures(), card_box: testBox() },
    loans: {
      person_keys: test_person_keys,
      lenders: testLenders({ db, now }),
      paper_files: { pictures: testPictures(), card_box: testBox() },
    },
    member_site: openIdClient({
      ...{
        issuer: public_url,
        client_id: 'x',
        client_secret: 'x',
        redirect_uri: public_url,
        send: fetch,
        now,
      },
    }),
    one_tap: { one_tap: null, member_url: public_url },
    shop_name: 'Thử',
    gateways,
    late_money_days: 7,
    notices: {
      ...{ otp_box: testBox(), has_sms: true },
      ...{ push_box: testBox(), push_keys: pushKeysOf('11'.repeat(32)) },
    },
    report_key: '22'.repeat(32),
    run_key: '23'.repeat(32),
    urls: {},
  })
  const fastify = await createHttpServer({ log, public_url, is_dev: false, expired_cookies: [] })
  await fastify.register(async (api) => {
    await api.register(fastifyMultipart)
    for (const name of ['session', 'cart', 'quote', 'order', 'payment'] as const) {
      serve(api, {
        ...served[name],
        service: services[name],
        identify: (request) =>
          callerOf(request, {
            public_url,
            identify: (token) => services.session.identify(null, { token }),
          }),
        check_outputs: true,
      })
    }
  })
  await serveWebhooks(
    { fastify, renders: createRenderQueue() },
    gatewayWebhooks({ ...providers, log }),
  )
  await fastify.ready()
  const server = createServer((request, response) => fastify.routing(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await fastify.close()
    },
  }
}
