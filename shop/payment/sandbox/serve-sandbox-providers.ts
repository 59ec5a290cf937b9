import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { queryOf } from '#platform/http/request-query.ts'
import { isSameOrigin } from '#pure/same-origin.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { sandboxPage } from '#shop/payment/gateways/provider-settings.ts'
import { loadSandboxProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import {
  type SandboxAction,
  sandbox_actions,
  performAction,
} from '#shop/payment/sandbox/sandbox-actions.ts'
import type {
  Entry,
  SandboxMessage,
  SandboxProvider,
} from '#shop/payment/gateways/sandbox-provider.ts'
import { openSandboxLedger } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import { payPage, refusalPage } from '#shop/payment/sandbox/sandbox-page.ts'

interface Deps {
  db: Database
  now: Now
  public_url: string
  gateways: readonly Gateway[]
  /** Expires the order that a text names, as at its deadline. */
  endOrder: (text: string) => Promise<void>
}

const Form = z.object({
  reference: z.string().regex(/^[\w-]{1,60}$/),
  action: z.enum(Object.keys(sandbox_actions) as [SandboxAction, ...SandboxAction[]]),
})

/**
 * Serves the pay pages of the sandbox providers, for demo shops. Each notifies the shop's own notify route with
 * the provider's signature, and sends the shopper back as the provider does. A live shop never serves them.
 */
export async function serveSandboxProviders(fastify: FastifyInstance, deps: Deps): Promise<void> {
  const providers = await loadSandboxProviders(deps.gateways)
  await fastify.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    for (const provider of providers) servePage(scope, fastify, deps, provider)
  })
}

function servePage(
  scope: FastifyInstance,
  fastify: FastifyInstance,
  deps: Deps,
  provider: SandboxProvider,
): void {
  const path = sandboxPage(provider.family)
  scope.get(path, async (request, reply) => {
    const query = queryOf(request.url)
    const entry = await entryOf(deps, provider, query)
    if (entry === null) return refuse(reply, provider, 404)
    return reply
      .header('cache-control', 'no-store')
      .type('text/html')
      .send(payPage(provider, entry))
  })
  scope.post(path, async (request, reply) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (!isSameOrigin({ site: site?.toString(), origin }, deps.public_url)) {
      return reply.code(403).send('')
    }
    const form = Form.safeParse(request.body)
    if (!form.success) return refuse(reply, provider, 422)
    const { reference, action } = form.data
    const deliver = (message: SandboxMessage) => inject(fastify, message)
    const done = await performAction({ ...deps, deliver }, provider, reference, action)
    if (done === null) return refuse(reply, provider, 409)
    return reply.redirect(done.address, 303)
  })
}

/** Finds the payment: from the signed query of the browser, or created earlier by a request of the shop. */
async function entryOf(
  { db, now }: Deps,
  provider: SandboxProvider,
  query: URLSearchParams,
): Promise<Entry | null> {
  const ledger = openSandboxLedger(db, provider.family)
  if (provider.readPage === undefined) return ledger.find(query.get('t') ?? '')
  const new_entry = provider.readPage(query, provider.settings)
  return new_entry === null ? null : ledger.open(new_entry, now())
}

async function refuse(reply: FastifyReply, provider: SandboxProvider, status: number) {
  return reply.code(status).type('text/html').send(refusalPage(provider))
}

async function inject(fastify: FastifyInstance, message: SandboxMessage) {
  const { method, url, headers = {}, payload } = message
  const answer = await fastify.inject({
    method,
    url,
    headers,
    ...(payload !== undefined && { payload }),
  })
  return { status: answer.statusCode, body: answer.body }
}
