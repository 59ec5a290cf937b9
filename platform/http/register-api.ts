import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { type GraphqlPart, registerGraphql } from '#platform/graphql/graphql.ts'
import { serveApiDocs } from '#platform/http/api-docs.ts'
import { callerOf, type IdentityOptions } from '#platform/http/caller.ts'
import type { Http } from '#platform/http/open-http.ts'
import type { ServedContracts } from '#platform/http/openapi.ts'
import { serve } from '#platform/http/serve.ts'
import type { Guard } from '#platform/limits/rate-limit-guard.ts'
import type { Log } from '#platform/observe/log.ts'
import { formTree } from '#pure/form-fields.ts'

interface ApiDeps<Contracts extends ServedContracts> extends IdentityOptions {
  contracts: Contracts
  services: { readonly [Name in keyof Contracts]: object }
  graphql: readonly GraphqlPart[]
  guard: Guard
  log: Log
  shop_name: string
  /** Whether GraphQL introspection is allowed. */
  has_introspection: boolean
  /** Whether every answer is checked against its contract. */
  check_outputs: boolean
}

/** Registers everything under /api: the services by contract, GraphQL, the captcha and the documentation. */
export async function registerApi<Contracts extends ServedContracts>(
  { fastify, caches, renders }: Http,
  deps: ApiDeps<Contracts>,
): Promise<void> {
  const { contracts, services, guard, check_outputs } = deps
  await fastify.register(async (api) => {
    await readForms(api)
    for (const [name, { prefix, contract, logs_refusals }] of Object.entries(contracts)) {
      serve(api, {
        prefix,
        contract,
        logs_refusals,
        service: services[name] as Readonly<Record<string, unknown>>,
        identify: (request) => callerOf(request, deps),
        check_outputs,
        answers: caches.answers,
        renders,
        limiter: guard.limiter,
      })
    }
    guard.serve(api)
    registerGraphql(api, {
      renders,
      address: '/api/dashboard/graphql/query',
      parts: deps.graphql,
      has_introspection: deps.has_introspection,
      // contract §8: failures of GraphQL carry no service name.
      report: (error) => deps.log.error({ err: error }, 'a GraphQL query failed'),
    })
    serveApiDocs(api, contracts, { shop_name: deps.shop_name })
    api.all('/api/*', (_request, reply) => reply.callNotFound())
  })
}

/** Bodies are JSON, multipart or url-encoded forms. */
async function readForms(api: FastifyInstance): Promise<void> {
  await api.register(fastifyMultipart, {
    limits: { fields: 500, fieldSize: 65_536, files: 0, headerPairs: 100 },
  })
  // A page of another origin may post text/plain without a preflight, so it is not read as JSON.
  api.removeContentTypeParser('text/plain')
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, formTree(new URLSearchParams(String(body)))),
  )
}
