import { describe, expect, test } from 'vitest'
import { createPageCache } from '#platform/cache/page-cache.ts'
import { pageAnswer } from '#platform/cache/page-cache-answer.ts'
import { chooseEncoding } from '#platform/cache/page-cache-bytes.ts'
import type { RenderedPage } from '#pure/rendered-page.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }

function rendered(body: string, more: Partial<RenderedPage> = {}): RenderedPage {
  return { status: 200, headers: html, body, tags: ['a'], fresh_ms: 60, stale_ms: 120, ...more }
}

function setUp(max_bytes = 1_000_000) {
  let time = 0
  const failures: unknown[] = []
  const cache = createPageCache({
    max_bytes,
    now: () => time,
    onRefreshFailed: (error) => failures.push(error),
  })
  const ask = async (key: string | null, render: () => RenderedPage | Promise<RenderedPage>) => {
    const page = await cache.get({ key, render: async () => render() })
    const { body } = await pageAnswer(cache, page, {
      accept_encoding: undefined,
      if_none_match: undefined,
    })
    return body?.toString() ?? ''
  }
  return { cache, ask, failures, pass: (ms: number) => void (time += ms) }
}

describe('a cached page', () => {
  test('is rendered once for all concurrent requests', async () => {
    const { ask } = setUp()
    let renders = 0
    const slow = async () => {
      renders++
      await new Promise((resolve) => setTimeout(resolve, 10))
      return rendered(`page ${renders}`)
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('k', slow)))
    expect(new Set(answers)).toEqual(new Set(['page 1']))
    expect(await ask('k', slow)).toBe('page 1')
    expect(renders).toBe(1)
  })

  test('that is stale is shown while it is rendered again, once', async () => {
    const { ask, pass, cache } = setUp()
    let renders = 0
    const render = () => rendered(`page ${++renders}`)
    await ask('k', render)
    pass(61)
    expect(await Promise.all([ask('k', render), ask('k', render)])).toEqual(['page 1', 'page 1'])
    expect(await ask('k', render)).toBe('page 2')
    expect(renders).toBe(2)
    expect(cache.stats()).toMatchObject({ misses: 1, stale: 2, hits: 1 })
  })

  test('that is expired is rendered before it is shown', async () => {
    const { ask, pass } = setUp()
    await ask('k', () => rendered('old'))
    pass(181)
    expect(await ask('k', () => rendered('new'))).toBe('new')
  })

  test('is still shown while rendering fails', async () => {
    const { ask, pass, failures } = setUp()
    await ask('k', () => rendered('good'))
    const trouble = () => rendered('trouble', { status: 503, fresh_ms: 0 })
    pass(100)
    expect(await ask('k', trouble)).toBe('good')
    pass(10_000)
    expect(await ask('k', trouble)).toBe('good')
    expect(await ask('other', trouble)).toBe('trouble')
    const broken = () => Promise.reject(new RangeError('broken'))
    await expect(ask('third', broken)).rejects.toThrow('broken')
    expect(failures).toEqual([])
  })

  test('that turns out to be gone while it is rendered again is not shown again', async () => {
    const { ask, pass } = setUp()
    await ask('k', () => rendered('here'))
    let is_gone = false
    const render = () =>
      is_gone ? rendered('gone', { status: 404, fresh_ms: 0 }) : rendered('here')
    pass(200)
    await ask('k', render)
    is_gone = true
    pass(70)
    expect([await ask('k', render), await ask('k', render)]).toEqual(['here', 'gone'])
  })

  test('that cannot be rendered again is reported and remains cached', async () => {
    const { cache, ask, pass, failures } = setUp()
    let is_broken = false
    const render = () => {
      if (is_broken) throw new RangeError('broken')
      return rendered('good')
    }
    await ask('k', render)
    is_broken = true
    pass(70)
    expect(await ask('k', render)).toBe('good')
    await new Promise((resolve) => setImmediate(resolve))
    expect(failures).toHaveLength(1)
    expect(cache.stats().entries).toBe(1)
  })
})

describe('never cached', () => {
  test.each([
    ['an error', { status: 500, fresh_ms: 0 }],
    ['a missing page', { status: 404, fresh_ms: 0 }],
  ])('%s', async (_name, more) => {
    const { ask, cache } = setUp()
    let renders = 0
    const render = () => rendered(`try ${++renders}`, more)
    expect([await ask('k', render), await ask('k', render)]).toEqual(['try 1', 'try 2'])
    expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
  })

  test('an answer with a cookie: it is not even sent', async () => {
    const { ask, cache } = setUp()
    const headers = { ...html, 'set-cookie': 'token=secret' }
    await expect(ask('k', () => rendered('mine', { headers }))).rejects.toThrow('set a cookie')
    expect(cache.stats().entries).toBe(0)
  })

  test('a page without a key, a page that is too large, or any page when the limit is 0', async () => {
    const { ask, cache } = setUp()
    await ask(null, () => rendered('nameless'))
    await ask('giant', () => rendered('x'.repeat(200_000)))
    expect(cache.stats().entries).toBe(0)
    const off = setUp(0)
    await off.ask('k', () => rendered('page'))
    expect(off.cache.stats()).toMatchObject({ entries: 0, misses: 1 })
  })
})

describe('a change', () => {
  test('removes the pages with its tags at once, and no others', async () => {
    const { ask, cache } = setUp()
    await ask('p1', () => rendered('1', { tags: ['product:1', 'catalog'] }))
    await ask('p2', () => rendered('2', { tags: ['product:2', 'catalog'] }))
    await ask('silent', () => rendered('?', { tags: [] }))
    cache.remove(new Set(['product:1', 'category:9']))
    expect(cache.find('p1')).toBeNull()
    expect(cache.find('p2')).not.toBeNull()
    expect(cache.find('silent')).toBeNull()
    cache.remove(new Set(['*']))
    expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
  })

  test('while a page is rendered prevents that it is cached; later requests get a new one', async () => {
    const { ask, cache } = setUp()
    const { promise, resolve } = Promise.withResolvers<RenderedPage>()
    const first = ask('k', () => promise)
    cache.remove(new Set(['a']))
    const second = ask('k', () => rendered('after'))
    resolve(rendered('before'))
    expect(await Promise.all([first, second])).toEqual(['before', 'after'])
    expect(await ask('k', () => rendered('never asked'))).toBe('after')
  })

  test('of another tag meanwhile does not matter', async () => {
    const { ask, cache } = setUp()
    const { promise, resolve } = Promise.withResolvers<RenderedPage>()
    const first = ask('k', () => promise)
    cache.remove(new Set(['b']))
    resolve(rendered('good'))
    await first
    expect(cache.find('k')).not.toBeNull()
  })

  test('counts even if very many others follow while the page is rendered', async () => {
    const { ask, cache } = setUp()
    const { promise, resolve } = Promise.withResolvers<RenderedPage>()
    const first = ask('k', () => promise)
    cache.remove(new Set(['a']))
    for (let i = 0; i < 500; i++) cache.remove(new Set([`other:${i}`]))
    resolve(rendered('before'))
    await first
    expect(cache.find('k')).toBeNull()
  })
})

test('memory is bounded: 100,000 keys never exceed the limit, the least recently used are evicted first', async () => {
  const { ask, cache } = setUp(500_000)
  await ask('favourite', () => rendered('favourite'))
  let largest = 0
  for (let i = 0; i < 100_000; i++) {
    await cache.get({ key: `k${i}`, render: async () => rendered('x'.repeat(300)) })
    if (i % 50 === 0) cache.find('favourite')
    largest = Math.max(largest, cache.stats().bytes)
  }
  expect(largest).toBeLessThanOrEqual(500_000)
  expect(cache.find('favourite')).not.toBeNull()
  expect(cache.stats().evicted).toBeGreaterThan(99_000)
  expect(cache.stats().entries).toBeLessThan(600)
})

describe('bytes', () => {
  const body = 'Điện thoại '.repeat(2_000)

  test('are compressed once per encoding and have the same content', async () => {
    const { cache } = setUp()
    const page = await cache.get({ key: 'k', render: async () => rendered(body) })
    const ask = (accept_encoding: string, if_none_match?: string) =>
      pageAnswer(cache, page, { accept_encoding, if_none_match })
    const { brotliDecompressSync, gunzipSync } = await import('node:zlib')
    const [br, zipped, plain] = [await ask('gzip, br'), await ask('gzip'), await ask('identity')]
    expect(brotliDecompressSync(br.body ?? '').toString()).toBe(body)
    expect(gunzipSync(zipped.body ?? '').toString()).toBe(body)
    expect(plain.body?.toString()).toBe(body)
    expect(br.headers['content-encoding']).toBe('br')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(new Set([br, zipped, plain].map(({ headers }) => headers['etag'])).size).toBe(3)
    expect((await ask('br')).body).toBe((await ask('br')).body)
    expect(cache.stats().bytes).toBeLessThan(body.length * 2)
  })

  test('are not sent to a client that has the tag of the same encoding', async () => {
    const { cache } = setUp()
    const page = await cache.get({ key: 'k', render: async () => rendered(body) })
    const ask = (accept_encoding: string, if_none_match?: string) =>
      pageAnswer(cache, page, { accept_encoding, if_none_match })
    const etag = (await ask('br')).headers['etag'] ?? ''
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await ask('br', tag)
      expect([answer.status, answer.body]).toEqual([304, null])
      expect(answer.headers['etag']).toBe(etag)
    }
    expect((await ask('gzip', etag)).status).toBe(200)
    expect((await ask('br', '"other"')).status).toBe(200)
  })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['', 'identity'],
    ['br;q=abc', 'identity'],
    ['x'.repeat(5_000), 'identity'],
  ])('Accept-Encoding %s is answered with %s', (accept, encoding) => {
    expect(chooseEncoding(accept)).toBe(encoding)
  })
})
