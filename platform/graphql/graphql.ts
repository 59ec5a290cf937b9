import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentNode, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import {
  costProblem,
  documentProblem,
  type ListSizes,
  most_tokens,
} from '#platform/graphql/graphql-limits.ts'
import { errorBody } from '#platform/http/serve.ts'

/** What a noun offers over GraphQL: its types, and a function per field of Query. */
export interface GraphqlPart {
  /** Its own `type Query` holds its fields; the parts' Query types are merged. */
  type_defs: string
  query: Readonly<Record<string, (given: never) => unknown>>
  sizes: ListSizes
}

interface GraphqlOptions {
  /** The one address, for POST with JSON alone (contract §7). */
  address: string
  parts: readonly GraphqlPart[]
  /** Whether tools may ask what there is: in the demo, not in a live shop. */
  has_introspection: boolean
  /** Receives every fault that the caller only sees as "Unexpected error." */
  report: (error: unknown) => void
}

const most_errors = 5

/** Serves GraphQL inside Fastify. The library is loaded when the first query comes. */
export function registerGraphql(fastify: FastifyInstance, options: GraphqlOptions): void {
  let starting: ReturnType<typeof startYoga> | undefined
  fastify.route({
    url: options.address,
    method: ['GET', 'POST'],
    config: { service: 'graphql' },
    handler: async (request, reply) => {
      if (isRefused(request, reply)) return reply
      starting ??= startYoga(options)
      const yoga = await starting
      const response = await yoga.handleNodeRequestAndResponse(request, reply, {})
      for (const [name, value] of response.headers) reply.header(name, value)
      reply.header('cache-control', 'no-store').status(response.status)
      return reply.send(await response.text())
    },
  })
}

/** A page elsewhere can send a GET or a form without asking first, but no JSON: only that is read. */
function isRefused(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method !== 'POST') {
    const body = errorBody('method_not_allowed', 'GraphQL is asked by POST with a JSON body.')
    void reply.code(405).header('allow', 'POST').send(body)
    return true
  }
  if (/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) return false
  void reply
    .code(415)
    .send(
      errorBody('unsupported_media_type', 'GraphQL is asked with Content-Type application/json.'),
    )
  return true
}

async function startYoga({ address, parts, has_introspection, report }: GraphqlOptions) {
  const { createGraphQLError, createSchema, createYoga, maskError } = await import('graphql-yoga')
  const resolvers = parts.flatMap(({ query }) =>
    Object.entries(query).map(([name, answer]) => [
      name,
      (_parent: unknown, given: never) => answer(given),
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
      setParseFn((source, given) => parseFn(source, { ...given, maxTokens: most_tokens }))
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
      const errors = result.errors.slice(0, most_errors).map((error) => discreet(error, makeError))
      setResult({ ...result, errors })
    },
  }
}

/** An error without the names it would have liked better: these tell what else there is. */
function discreet(error: GraphQLError, makeError: MakeError): GraphQLError {
  const message = error.message.replace(/ Did you mean .+\?/s, '')
  if (message === error.message) return error
  const { nodes, source, positions, path, extensions } = error
  return makeError(message, { nodes, source, positions, path, extensions })
}

function isDocument(result: unknown): result is DocumentNode {
  return typeof result === 'object' && result !== null && 'definitions' in result
}
