import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentNode, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import {
  costProblem,
  documentProblem,
  type ListSizes,
  max_tokens,
} from '#platform/graphql/graphql-limits.ts'
import type { RenderQueue } from '#platform/http/render-queue.ts'
import { errorBody } from '#platform/http/serve.ts'
import { countedAddress } from '#platform/limits/rate-limit-address.ts'

/** What one module offers over GraphQL: its types, and a resolver for each of its fields of Query. */
export interface GraphqlPart {
  /** Its `type Query` contains its fields. The Query types of all parts are merged. */
  type_defs: string
  query: Readonly<Record<string, (args: never) => unknown>>
  sizes: ListSizes
}

interface GraphqlOptions {
  /** The only path, for POST with JSON (contract §7). */
  address: string
  parts: readonly GraphqlPart[]
  /** Whether introspection is allowed: in the demo, not in a live shop. */
  has_introspection: boolean
  /** The turns of visitors. */
  renders: RenderQueue
  /** Receives every error that the caller only sees as "Unexpected error." */
  report: (error: unknown) => void
}

const max_errors = 5

/** Serves GraphQL inside Fastify. The library is loaded at the first query. */
export function registerGraphql(fastify: FastifyInstance, options: GraphqlOptions): void {
  let starting: ReturnType<typeof startYoga> | undefined
  fastify.route({
    url: options.address,
    method: ['GET', 'POST'],
    handler: async (request, reply) => {
      if (isRefused(request, reply)) return reply
      starting ??= startYoga(options)
      const yoga = await starting
      const answer = async () => yoga.handleNodeRequestAndResponse(request, reply, {})
      const response = await options.renders.run(countedAddress(request.ip), answer)
      for (const [name, value] of response.headers) reply.header(name, value)
      reply.header('cache-control', 'no-store').status(response.status)
      return reply.send(await response.text())
    },
  })
}

/**
 * Pages of other origins can send a GET or a form without a preflight, but no JSON. Only JSON is accepted.
 */
function isRefused(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method !== 'POST') {
    const body = errorBody('method_not_allowed', 'Send GraphQL queries by POST with a JSON body.')
    void reply.code(405).header('allow', 'POST').send(body)
    return true
  }
  if (/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) return false
  void reply
    .code(415)
    .send(
      errorBody(
        'unsupported_media_type',
        'Send GraphQL queries with Content-Type application/json.',
      ),
    )
  return true
}

async function startYoga({ address, parts, has_introspection, report }: GraphqlOptions) {
  const { createGraphQLError, createSchema, createYoga, maskError } = await import('graphql-yoga')
  const resolvers = parts.flatMap(({ query }) =>
    Object.entries(query).map(([name, answer]) => [
      name,
      (_parent: unknown, args: never) => answer(args),
    ]),
  )
  return createYoga({
    schema: createSchema({
      typeDefs: parts.map((part) => part.type_defs),
      resolvers: { Query: Object.fromEntries(resolvers) },
    }),
    graphqlEndpoint: address,
    graphiql: false,
    landingPage: false,
    multipart: false,
    batching: false,
    cors: false,
    logging: false,
    maskedErrors: {
      isDev: false,
      maskError: (error, message, is_dev) => {
        const masked = maskError(error, message, is_dev)
        if (masked.message === message) report(error)
        return masked
      },
    },
    plugins: [limited(parts, has_introspection, createGraphQLError)],
  })
}

type MakeError = (message: string, options?: Partial<GraphQLError>) => GraphQLError

function limited(
  parts: readonly GraphqlPart[],
  has_introspection: boolean,
  makeError: MakeError,
): Plugin {
  const sizes: ListSizes = Object.assign({}, ...parts.map((part) => part.sizes))
  return {
    onParse: ({ parseFn, setParseFn }) => {
      setParseFn((source, parse_options) =>
        parseFn(source, { ...parse_options, maxTokens: max_tokens }),
      )
      return ({ result, replaceParseResult }) => {
        if (!isDocument(result)) return
        const problem = documentProblem(result, { has_introspection })
        if (problem !== null) replaceParseResult(makeError(problem))
      }
    },
    onExecute: ({ args, setResultAndStopExecution }) => {
      const { document, operationName, variableValues } = args
      for (const operation of document.definitions) {
        if (operation.kind !== 'OperationDefinition') continue
        if (operationName != null && operation.name?.value !== operationName) continue
        const problem = costProblem(operation, document, variableValues ?? {}, sizes)
        if (problem !== null) setResultAndStopExecution({ errors: [makeError(problem)] })
      }
    },
    onResultProcess: ({ result, setResult }) => {
      if (!('errors' in result) || !result.errors) return
      const errors = result.errors.slice(0, max_errors).map((error) => discreet(error, makeError))
      setResult({ ...result, errors })
    },
  }
}

/** Removes suggestions of similar names from an error: they disclose other names of the schema. */
function discreet(error: GraphQLError, makeError: MakeError): GraphQLError {
  const message = error.message.replace(/ Did you mean .+\?/s, '')
  if (message === error.message) return error
  const { nodes, source, positions, path, extensions } = error
  return makeError(message, { nodes, source, positions, path, extensions })
}

function isDocument(result: unknown): result is DocumentNode {
  return typeof result === 'object' && result !== null && 'definitions' in result
}
