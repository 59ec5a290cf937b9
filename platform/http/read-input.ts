import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { queryOf } from '#platform/http/request-query.ts'
import { type AnyOperation, InvalidInput } from '#pure/contract.ts'
import { fieldProblems } from '#pure/field-problems.ts'
import { formTree } from '#pure/form-fields.ts'
import { storable } from '#pure/storable-text.ts'

/**
 * Parses the fields of a request (path, query, JSON, form or multipart) by the operation's schema. Throws
 * InvalidInput.
 */
export async function readInput(
  operation: AnyOperation,
  request: FastifyRequest,
): Promise<unknown> {
  const raw = { ...(await bodyFields(request)), ...queryFields(request), ...pathFields(request) }
  const key = request.headers['idempotency-key']
  if (operation.idempotent && typeof key === 'string') raw['idempotency_key'] = key
  const parsed = operation.input.safeParse(storable(raw))
  if (parsed.success) return parsed.data
  throw new InvalidInput(fieldProblems(parsed.error.issues))
}

function queryFields(request: FastifyRequest): Record<string, unknown> {
  return formTree(queryOf(request.url))
}

/** Fields of the path, such as {id}. They win over fields of the same name. */
function pathFields({ params }: FastifyRequest): Record<string, unknown> {
  return typeof params === 'object' && params !== null ? { ...params } : {}
}

async function bodyFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (request.isMultipart()) return formTree(await multipartFields(request))
  const body: unknown = request.body
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
}

async function multipartFields(request: FastifyRequest): Promise<[string, string][]> {
  const fields: [string, string][] = []
  try {
    for await (const part of request.parts()) {
      // Files are read and dropped: no operation accepts one yet.
      if (part.type === 'file') part.file.resume()
      else fields.push([part.fieldname, String(part.value)])
    }
  } catch (error) {
    // The parser's errors about unreadable input have no status: they are the sender's fault.
    if (error instanceof Error && !('statusCode' in error))
      Object.assign(error, { statusCode: 400 })
    throw error
  }
  return fields
}
