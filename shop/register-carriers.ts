import type { Http } from '#platform/http/open-http.ts'
import { serveWebhooks } from '#platform/http/webhook.ts'
import { carrierWebhooks } from '#shop/flows/shipment/carrier-webhooks.ts'
import { lenderWebhooks } from '#shop/flows/trade/application/lender-webhooks.ts'
import { servePlayLender } from '#shop/trade/lender/serve-play-lender.ts'
import type { Shop } from '#shop/open-shop.ts'

/** Registers the webhooks of carriers and of companies that lend; in a demo also the page of the built-in company. */
export async function registerCarriers(
  http: Pick<Http, 'fastify' | 'renders'>,
  {
    providers: { db, now, log, public_url },
    carriers,
    loans,
  }: Pick<Shop, 'providers' | 'carriers' | 'loans'>,
): Promise<void> {
  await serveWebhooks(http, [
    ...carrierWebhooks({ db, now, log, carriers }),
    ...lenderWebhooks({ db, now, log, lenders: loans.lenders }),
  ])
  const { demo_key } = loans
  if (demo_key !== null) await servePlayLender(http.fastify, { db, now, demo_key, public_url })
}
