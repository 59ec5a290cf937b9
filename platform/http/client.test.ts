import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { client } from '#platform/http/client.ts'
import { operation } from '#pure/contract.ts'
import { formTree } from '#pure/form-fields.ts'

const input = z.object({ text: z.string() })
const shared = { path: '/echo', summary: 'Echo.', access: 'public', input, output: input } as const
const contract = {
  get: operation({ ...shared, method: 'GET' }),
  post: operation({ ...shared, method: 'POST' }),
}
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function startService(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json = { 'content-type': 'application/json' }
const silences: [string, RequestListener][] = [
  ['that does not answer', () => undefined],
  ['whose answer does not end', (_request, response) => response.writeHead(200, json).write('{')],
]
test.each(silences)('a call of a service %s ends at the time limit', async (_name, listener) => {
  const url = await startService(listener)
  const started = performance.now()
  const calling = ['get', 'post'].map((name) =>
    client(contract, url, { limit_ms: 200 })[name]?.(null, { text: 'a' }),
  )
  // A signal that only a Request refers to is collected, and with it the limit: then nothing ends the call. Once for
  // both calls: the heap of all tests takes a second.
  setTimeout(collectGarbage, 60)
  const ends = await Promise.allSettled(calling)
  expect(ends).toMatchObject(
    Array.from(ends, () => ({ status: 'rejected', reason: { name: 'RemoteFailure' } })),
  )
  expect(performance.now() - started).toBeLessThan(9_000)
})

const failures: [string, RequestListener][] = [
  [
    'too long',
    (_request, response) =>
      response.writeHead(200, json).end(JSON.stringify({ data: { text: 'a'.repeat(2_000) } })),
  ],
  ['a redirect', (_request, response) => response.writeHead(302, { location: '/echo' }).end()],
  [
    'a page of a proxy',
    (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
  ],
  ['of another shape', (_request, response) => response.writeHead(200, json).end('[]')],
  ['cut off', (request) => request.socket.destroy()],
]
test.each(failures)(
  'an answer that is %s is a failure that names its operation',
  async (_name, listener) => {
    const url = await startService(listener)
    const calling = client(contract, url, { max_bytes: 1_000 })['post']?.(null, { text: 'a' })
    await expect(calling).rejects.toMatchObject({
      name: 'RemoteFailure',
      message: expect.stringContaining('POST /echo'),
    })
  },
)

test('the cart client sends multipart forms, which are read as the same fields', async () => {
  const sent: { type: string | undefined; text: string }[] = []
  const url = await startService((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      sent.push({ type: request.headers['content-type'], text })
      response.writeHead(200, json).end(JSON.stringify({ data: {} }))
    })
  })
  const output = z.object({})
  const fields = z.object({ item_id: z.int(), QuoteItems: z.array(z.unknown()), note: z.any() })
  const save = operation({ ...shared, method: 'PUT', input: fields, output })
  const wanted = { item_id: 7, QuoteItems: [{ item_id: 8, meta: { imei_id: 9 } }], note: null }
  await client({ save }, url, { sends_forms: true })['save']?.(null, wanted)
  const [{ type = '', text } = { text: '' }] = sent
  expect(type).toMatch(/^multipart\/form-data; boundary=/)
  const form = await new Response(text, { headers: { 'content-type': type } }).formData()
  const pairs = [...form].map(([name, value]) => [name, String(value)] as const)
  const { note: _note, ...rest } = wanted
  expect(formTree(pairs)).toEqual({ ...rest, item_id: '7' })
})
