import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { queryOf } from '#platform/http/request-query.ts'
import { isSameOrigin } from '#pure/same-origin.ts'
import { testPage } from '#shop/payment/gateways/provider-settings.ts'
import { type Deed, deeds, doDeed } from '#shop/payment/sandbox/sandbox-actions.ts'
import type { Telling, TestProvider } from '#shop/payment/sandbox/sandbox-provider.ts'
import { type Entry, openBook } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import { payPage, refusalPage } from '#shop/payment/sandbox/sandbox-page.ts'
import { test_providers } from '#shop/payment/sandbox/sandbox-providers.ts'

interface Parts {
  db: Database
  now: Now
  public_url: string
  /** Ends the order that a text names, as its deadline would. */
  endOrder: (text: string) => Promise<void>
}

const Form = z.object({
  reference: z.string().regex(/^[\w-]{1,60}$/),
  deed: z.enum(Object.keys(deeds) as [Deed, ...Deed[]]),
})

/**
 * The pay pages of providers with play money, for demo shops: each tells our own door what happened,
 * with the provider's signature, and sends the shopper back as the provider does. Never served by a
 * live shop.
 */
export async function serveTestProviders(fastify: FastifyInstance, parts: Parts): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    for (const provider of test_providers) servePage(scope, fastify, parts, provider)
  })
}

function servePage(
  scope: FastifyInstance,
  fastify: FastifyInstance,
  parts: Parts,
  provider: TestProvider,
): void {
  const path = testPage(provider.family)
  scope.get(path, async (request, reply) => {
    const query = queryOf(request.url)
    const entry = await entryOf(parts, provider, query)
    if (entry === null) return refuse(reply, provider, 404)
    return reply
      .header('cache-control', 'no-store')
      .type('text/html')
      .send(payPage(provider, entry))
  })
  scope.post(path, async (request, reply) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (!isSameOrigin({ site: site?.toString(), origin }, parts.public_url)) {
      return reply.code(403).send('')
    }
    const form = Form.safeParse(request.body)
    if (!form.success) return refuse(reply, provider, 422)
    const { reference, deed } = form.data
    const deliver = (telling: Telling) => delivered(fastify, telling)
    const done = await doDeed({ ...parts, deliver }, provider, reference, deed)
    if (done === null) return refuse(reply, provider, 409)
    return reply.redirect(done.address, 303)
  })
}

/** The order that the browser brings, signed by the shop, or that the shop announced before. */
async function entryOf(
  { db, now }: Parts,
  provider: TestProvider,
  query: URLSearchParams,
): Promise<Entry | null> {
  const book = openBook(db, provider.family)
  if (provider.readPage === undefined) return book.find(query.get('t') ?? '')
  const asked = provider.readPage(query, provider.settings)
  return asked === null ? null : book.open(asked, now())
}

async function refuse(reply: FastifyReply, provider: TestProvider, status: number) {
  return reply.code(status).type('text/html').send(refusalPage(provider))
}

async function delivered(fastify: FastifyInstance, telling: Telling) {
  const { method, url, headers = {}, payload } = telling
  const answer = await fastify.inject({
    method,
    url,
    headers,
    ...(payload !== undefined && { payload }),
  })
  return { status: answer.statusCode, body: answer.body }
}
