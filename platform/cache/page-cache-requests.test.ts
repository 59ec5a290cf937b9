import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createPageCache } from '#platform/cache/page-cache.ts'
import { cachedPages } from '#platform/cache/page-cache-requests.ts'

test('an address that cannot be parsed fails only its own request', async () => {
  const source = {
    ready: async () => undefined,
    plainKey: () => null,
    read: () => {
      throw new URIError('half a letter')
    },
  }
  const pages = cachedPages({ cache: createPageCache({ max_bytes: 1_000 }), source, headers: {} })
  const request = { method: 'GET', url: '/tim-kiem?q=x', headers: {} } as IncomingMessage
  expect(pages.answerAtOnce(request, {} as ServerResponse)).toBe(false)
  await expect(pages.answer(new Request('http://shop.example/tim-kiem?q=x'))).rejects.toThrow(
    'half a letter',
  )
})

test('a client that has a page gets 304 at once, also when the page was rendered again', async () => {
  const cache = createPageCache({ max_bytes: 100_000 })
  const render = async () => ({
    ...{ status: 200, headers: {}, body: 'a page', tags: ['page'] },
    ...{ fresh_ms: 60_000, stale_ms: 0 },
  })
  const recipe = { key: '/page', render }
  const source = { ready: async () => undefined, plainKey: () => '/page', read: () => recipe }
  const pages = cachedPages({ cache, source, headers: { 'x-frame-options': 'DENY' } })
  const first = await pages.answer(
    new Request('http://shop.example/page', { headers: { 'accept-encoding': 'br' } }),
  )
  cache.remove(new Set(['page']))
  await cache.get(recipe)
  const sent: unknown[] = []
  const response = {
    writeHead: (status: number) => sent.push(status),
    end: (body?: Buffer) => sent.push(body),
  } as unknown as ServerResponse
  const answerAtOnce = (if_none_match?: string) => {
    const headers = { 'accept-encoding': 'br', 'if-none-match': if_none_match }
    const request = { method: 'GET', url: '/page', headers } as unknown as IncomingMessage
    return pages.answerAtOnce(request, response)
  }
  expect(answerAtOnce()).toBe(false)
  expect(answerAtOnce('"another"')).toBe(false)
  expect(answerAtOnce(first?.headers['etag'])).toBe(true)
  expect(sent).toEqual([304, undefined])
  const encoded = await cache.body(await cache.get(recipe), 'br')
  expect(answerAtOnce()).toBe(true)
  expect(sent.slice(2)).toEqual([200, encoded])
})
