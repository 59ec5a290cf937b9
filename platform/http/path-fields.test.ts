import fastifyMultipart from '@fastify/multipart'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { client } from '#platform/http/client.ts'
import { openApiOf } from '#platform/http/openapi.ts'
import { serve } from '#platform/http/serve.ts'
import { operation } from '#pure/contract.ts'

const input = z.object({ id: z.string(), note: z.string().optional() })
const contract = {
  look: operation({
    method: 'GET',
    path: '/products/{id}/look',
    summary: 'Look.',
    access: 'public',
    input,
    output: input,
  }),
  change: operation({
    method: 'POST',
    path: '/products/{id}/change',
    summary: 'Change.',
    access: 'public',
    input,
    output: input,
  }),
}
const echo = async (_caller: unknown, input: unknown) => input
const server = fastify()
let url = ''
beforeAll(async () => {
  await server.register(fastifyMultipart)
  serve(server, {
    prefix: '/api',
    contract,
    service: { look: echo, change: echo },
    identify: () => Promise.reject(new RangeError('no caller is needed')),
    check_outputs: true,
  })
  url = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

test('{id} of a path is a field of the input, on the server and in the client', async () => {
  const { look, change } = client(contract, `${url}/api`)
  const fields = { id: 'a/b c?', note: 'n' }
  expect(await look?.(null, fields)).toEqual(fields)
  expect(await change?.(null, fields)).toEqual(fields)
})

test('the path wins over a field of the same name elsewhere', async () => {
  const body = JSON.stringify({ id: 'other' })
  const headers = { 'content-type': 'application/json' }
  const post = { method: 'POST', headers, body }
  const answer = await fetch(`${url}/api/products/own/change?id=third`, post)
  expect(await answer.json()).toEqual({ data: { id: 'own' } })
})

test('it is documented as a parameter of the path', () => {
  const { paths } = openApiOf({ product: { prefix: '/api', contract } }, 'Products')
  const parameters = (path: string, method: string) =>
    (paths[path]?.[method]?.['parameters'] as { in: string; name: string }[] | undefined)?.map(
      (parameter) => `${parameter.in} ${parameter.name}`,
    )
  expect(parameters('/api/products/{id}/look', 'get')).toEqual(['path id', 'query note'])
  expect(parameters('/api/products/{id}/change', 'post')).toEqual(['path id'])
})
