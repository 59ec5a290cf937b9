import { z } from 'zod'
import type { AnyOperation, Contract } from '#pure/contract.ts'

/** `logs_refusals`: false if refused calls of the service are not logged. */
export type ServedContracts = Readonly<
  Record<string, { prefix: string; contract: Contract; logs_refusals?: boolean }>
>

interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  [field: string]: unknown
}
interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, OpenApiOperation>>
  components: object
}

/** The shop's HTTP interface as OpenAPI 3.1, generated from the contracts. */
export function openApiOf(served: ServedContracts, title: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const [service, { prefix, contract }] of Object.entries(served)) {
    for (const [name, operation] of Object.entries(contract)) {
      const path = (paths[prefix + operation.path] ??= {})
      path[operation.method.toLowerCase()] = describe(service, name, operation)
    }
  }
  const description =
    'Answers are { "data": … }; refusals { "error": { code, message, data } } with the declared status; wrong fields 422 invalid_input with data.problems by field.'
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description },
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}

function describe(service: string, name: string, operation: AnyOperation): OpenApiOperation {
  const input = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  const output = z.toJSONSchema(operation.output, { io: 'input', unrepresentable: 'any' })
  return {
    operationId: `${service}.${name}`,
    tags: [service],
    summary: operation.summary,
    ...securityOf(operation),
    ...requestOf(operation, input),
    responses: {
      200: {
        description: 'Done',
        content: {
          'application/json': { schema: { type: 'object', properties: { data: output } } },
        },
      },
      ...refusalResponses(operation),
    },
  }
}

/** Fields named in the path are path parameters; the others are in the query of a GET, else in the body. */
function requestOf({ method, path }: AnyOperation, input: z.core.JSONSchema.BaseSchema) {
  const required = new Set(input.required ?? [])
  const parameters = Object.entries(input.properties ?? {}).flatMap(([name, schema]) => {
    const is_in_path = path.includes(`{${name}}`)
    if (!is_in_path && method !== 'GET') return []
    return [
      {
        in: is_in_path ? 'path' : 'query',
        name,
        required: is_in_path || required.has(name),
        schema,
      },
    ]
  })
  if (method === 'GET') return { parameters }
  return { ...(parameters.length > 0 ? { parameters } : {}), requestBody: bodyOf(input) }
}

/** A token, or nothing where a secret among the parameters replaces it. */
function securityOf({ access }: AnyOperation) {
  if (access === 'public') return {}
  return { security: access === 'customer_or_secret' ? [{ token: [] }, {}] : [{ token: [] }] }
}

function bodyOf(schema: unknown) {
  const types = ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded']
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

interface RefusalResponse {
  description: string
  content?: object
}

/** One response for each status, with its codes and their meanings. */
function refusalResponses(operation: AnyOperation): Record<string, RefusalResponse> {
  const responses: Record<string, RefusalResponse> = {}
  const refusals = Object.entries(operation.refusals)
  for (const [status, same] of Map.groupBy(refusals, ([, { status }]) => status)) {
    const description = same.map(([code, { meaning }]) => `\`${code}\`: ${meaning}`).join('\n')
    const errors = same.map(([code, { data }]) => errorSchema(code, data))
    const schema = errors.length === 1 ? errors[0] : { oneOf: errors }
    responses[status] = { description, content: { 'application/json': { schema } } }
  }
  if (operation.limits.length > 0) {
    responses[429] = {
      description:
        '`too_many_requests`: Too often. data: { need_recaptcha, retry_after, captcha } – after retry_after seconds, or at once with a solved captcha in the field g-recaptcha-response.',
    }
  }
  return responses
}

function errorSchema(code: string, data: z.ZodType | undefined) {
  const data_schema =
    data === undefined
      ? { type: 'null' }
      : z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' })
  const properties = { code: { const: code }, message: { type: 'string' }, data: data_schema }
  const error = { type: 'object', required: ['code', 'message', 'data'], properties }
  return { type: 'object', required: ['error'], properties: { error } }
}
