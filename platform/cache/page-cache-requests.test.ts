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
