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
    path: '/things/{id}/look',
    summary: 'Look.',
    access: 'public',
    input,
    output: input,
  }),
  change: operation({
    method: 'POST',
    path: '/things/{id}/change',
    summary: 'Change.',
    access: 'public',
    input,
    output: input,
  }),
}
const echo = async (_caller: unknown, given: unknown) => given
const server = fastify()
let url = ''
beforeAll(async () => {
  await server.register(fastifyMultipart)
  serve(server, {
    prefix: '/api',
    contract,
    service: { look: echo, change: echo },
    identify: () => Promise.reject(new RangeError('nobody is asked')),
    check_outputs: true,
  })
  url = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

test('{id} of a path is a field of the input, served and called alike', async () => {
  const { look, change } = client(contract, `${url}/api`)
  const given = { id: 'a/b c?', note: 'n' }
  expect(await look?.(null, given)).toEqual(given)
  expect(await change?.(null, given)).toEqual(given)
})

test('the path wins over a field of the same name elsewhere', async () => {
  const body = JSON.stringify({ id: 'other' })
  const headers = { 'content-type': 'application/json' }
  const post = { method: 'POST', headers, body }
  const answer = await fetch(`${url}/api/things/own/change?id=third`, post)
  expect(await answer.json()).toEqual({ data: { id: 'own' } })
})

test('it is documented as a parameter of the path', () => {
  const { paths } = openApiOf({ thing: { prefix: '/api', contract } }, 'Things')
  const parameters = (path: string, method: string) =>
    (paths[path]?.[method]?.['parameters'] as { in: string; name: string }[] | undefined)?.map(
      (one) => `${one.in} ${one.name}`,
    )
  expect(parameters('/api/things/{id}/look', 'get')).toEqual(['path id', 'query note'])
  expect(parameters('/api/things/{id}/change', 'post')).toEqual(['path id'])
})
