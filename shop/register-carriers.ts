import type { Http } from '#platform/http/open-http.ts'
import { serveWebhooks } from '#platform/http/webhook.ts'
import { carrierWebhooks } from '#shop/flows/shipment/carrier-webhooks.ts'
import type { Shop } from '#shop/open-shop.ts'

/** Registers the webhooks of carriers. */
export async function registerCarriers(
  http: Pick<Http, 'fastify' | 'renders'>,
  { providers: { db, now, log }, carriers }: Pick<Shop, 'providers' | 'carriers'>,
): Promise<void> {
  await serveWebhooks(http, carrierWebhooks({ db, now, log, carriers }))
}
