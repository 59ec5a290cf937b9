import type { FastifyInstance } from 'fastify'
import type { ASTVisitor, SelectionSetNode, ValidationContext } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/** What a room offers over GraphQL: its types, and a function per field of Query. */
export interface GraphqlParts {
  type_defs: string
  query: Readonly<Record<string, (given: never) => unknown>>
}

interface GraphqlOptions extends GraphqlParts {
  /** The one address, for POST and GET. */
  address: string
  /** A page to try queries on: for the demo, never for a live shop. */
  has_playground: boolean
  /** Told of every fault that the caller only hears of as "Unexpected error." */
  report: (error: unknown) => void
}

const most_tokens = 1_000
const deepest = 10
/** Each field of Query is a statement at least, and aliases repeat it. */
const most_root_fields = 5
const most_fields = 300

/** Serves GraphQL inside Fastify. The library is loaded when the first query comes. */
export function registerGraphql(fastify: FastifyInstance, options: GraphqlOptions): void {
  let starting: ReturnType<typeof startYoga> | undefined
  fastify.route({
    url: options.address,
    method: ['GET', 'POST'],
    config: { service: 'graphql' },
    handler: async (request, reply) => {
      starting ??= startYoga(options)
      const yoga = await starting
      const response = await yoga.handleNodeRequestAndResponse(request, reply, {})
      for (const [name, value] of response.headers) reply.header(name, value)
      reply.header('cache-control', 'no-store').status(response.status)
      return reply.send(await response.text())
    },
  })
}

async function startYoga({ type_defs, query, address, has_playground, report }: GraphqlOptions) {
  const { createGraphQLError, createSchema, createYoga, maskError } = await import('graphql-yoga')
  const resolvers = Object.entries(query).map(([name, answer]) => [
    name,
    (_parent: unknown, given: never) => answer(given),
  ])
  const limited: Plugin = {
    onParse: ({ parseFn, setParseFn }) =>
      setParseFn((source, given) => parseFn(source, { ...given, maxTokens: most_tokens })),
    onValidate: ({ addValidationRule }) =>
      addValidationRule((context: ValidationContext) =>
        limits(context, (problem) => context.reportError(createGraphQLError(problem))),
      ),
  }
  return createYoga({
    schema: createSchema({
      typeDefs: type_defs,
      resolvers: { Query: Object.fromEntries(resolvers) },
    }),
    graphqlEndpoint: address,
    graphiql: has_playground,
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
    plugins: [limited],
  })
}

/** Refuses documents that ask for too much at once, with fragments counted wherever they are used. */
function limits(context: ValidationContext, refuse: (problem: string) => void): ASTVisitor {
  return {
    OperationDefinition: ({ selectionSet }) => {
      const size = { fields: 0, depth: 0, roots: 0 }
      measure(context, selectionSet, 1, size)
      if (size.depth > deepest) refuse(`A query may be ${deepest} levels deep.`)
      if (size.roots > most_root_fields)
        refuse(`A query may ask ${most_root_fields} things at once.`)
      if (size.fields > most_fields) refuse(`A query may name ${most_fields} fields.`)
    },
  }
}

interface Size {
  fields: number
  depth: number
  roots: number
}

function measure(
  context: ValidationContext,
  { selections }: SelectionSetNode,
  depth: number,
  size: Size,
): void {
  size.depth = Math.max(size.depth, depth)
  for (const selection of selections) {
    // Enough is known; going on would let a few fragments that use each other count for minutes.
    if (size.fields > most_fields || size.depth > deepest) return
    if (selection.kind === 'Field') {
      // What a schema looks like is limited by the library itself.
      if (selection.name.value.startsWith('__')) continue
      size.fields++
      if (depth === 1) size.roots++
      if (selection.selectionSet) measure(context, selection.selectionSet, depth + 1, size)
    } else if (selection.kind === 'InlineFragment') {
      measure(context, selection.selectionSet, depth, size)
    } else {
      size.fields++
      const fragment = context.getFragment(selection.name.value)
      if (fragment) measure(context, fragment.selectionSet, depth, size)
    }
  }
}
