import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHttpServer } from '#platform/http/http-server.ts'
import { isPublicAddress, pictureFetcher } from '#platform/images/image-fetch.ts'
import { contentVersion } from '#platform/images/image-sources.ts'
import { type ImagesOptions, serveImages } from '#platform/images/images.ts'
import { createLog } from '#platform/observe/log.ts'
import { knock } from '#test/support/door.ts'

const home = mkdtempSync(join(tmpdir(), 'tiem-images-'))
const media = join(home, 'shop-media')
const log = createLog({ service: 'test', level: 'fatal' })
const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const opened: FastifyInstance[] = []
const origin = pictureOrigin()
let url = ''
let version = ''

beforeAll(async () => {
  mkdirSync(join(media, 'products'), { recursive: true })
  const photo = await picture(800, 600)
  version = contentVersion(photo)
  writeFileSync(join(media, 'products', 'điện thoại.jpg'), photo)
  writeFileSync(join(media, 'clear.png'), await clearPicture())
  writeFileSync(join(media, 'sign.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(99))
  writeFileSync(join(media, 'torn.jpg'), photo.subarray(0, 200))
  writeFileSync(join(media, 'bomb.png'), bomb(30_000, 30_000))
  writeFileSync(join(home, 'secret.jpg'), photo)
  symlinkSync(join(home, 'secret.jpg'), join(media, 'leak.jpg'))
  await origin.open()
  url = await openService()
})
afterAll(async () => {
  await Promise.all(opened.map((server) => server.close()))
  await origin.close()
  rmSync(home, { recursive: true, force: true })
})

const photo_path = `media/products/${encodeURIComponent('điện thoại.jpg')}`
const ask = (path: string, headers: Record<string, string> = {}, at = url) =>
  knock(`${at}/image/${path}`, 'GET', { headers: { accept: chrome, ...headers } })

async function fetchPicture(path: string, accept = chrome, at = url) {
  const answer = await fetch(`${at}/image/${path}`, { headers: { accept } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { answer, bytes, ...(await sharp(bytes).metadata()) }
}

describe('a picture of the shop', () => {
  test('is sent in the requested width, first as WebP and afterwards as AVIF', async () => {
    const first = await fetchPicture(`480x,webp,q100/${photo_path}`)
    expect([first.format, first.width, first.height]).toEqual(['webp', 480, 360])
    expect(first.answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(first.answer.headers.get('vary')).toContain('accept')
    expect(first.answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.answer.headers.get('content-security-policy')).toBeNull()
    await vi.waitFor(
      async () => {
        const later = await fetchPicture(`480x,webp,q100/${photo_path}`)
        expect(later.answer.headers.get('content-type')).toBe('image/avif')
        expect([later.width, later.bytes.length < first.bytes.length]).toEqual([480, true])
        expect(later.answer.headers.get('cache-control')).toMatch(/max-age=86400/)
      },
      { timeout: 10_000, interval: 100 },
    )
  })

  test('is never enlarged', async () => {
    const { width } = await fetchPicture(`1600x,webp,q100/${photo_path}`, 'image/webp')
    expect(width).toBe(800)
  })

  test.each(['*/*', '', 'image/*', 'image/*,*/*;q=0.8', 'text/html'])(
    'is WebP, as its address says, for a client that names no format: %j',
    async (accept) => {
      const { format, width } = await fetchPicture(`160x,webp,q100/${photo_path}`, accept)
      expect([format, width]).toEqual(['webp', 160])
    },
  )

  test('is a JPEG or PNG for clients that name formats, but neither AVIF nor WebP', async () => {
    const plain = await fetchPicture(`160x,webp,q100/${photo_path}`, 'image/png,image/*;q=0.8')
    expect([plain.format, plain.width]).toEqual(['jpeg', 160])
    const refused = 'image/avif;q=0, image/webp;q=0.0, */*'
    const clear = await fetchPicture('80x,webp,q100/media/clear.png', refused)
    expect([clear.format, clear.hasAlpha]).toEqual(['png', true])
  })

  test('may be cached for ever only if the URL states its content', async () => {
    const cacheControl = async (query: string) => {
      const accept = 'image/webp'
      const { headers } = await ask(`240x,webp,q100/${photo_path}${query}`, { accept })
      return headers.get('cache-control')
    }
    expect(await cacheControl(`?v=${version.slice(0, 8)}`)).toBe(
      'public, max-age=31536000, immutable',
    )
    expect(await cacheControl('?v=00000000')).toBe('public, max-age=300')
    expect(await cacheControl(`?v=${version[0]}`)).toBe('public, max-age=300')
    expect(await cacheControl('')).toMatch(/^public, max-age=86400/)
  })

  test('is not sent again to a client that has it', async () => {
    const accept = 'image/webp'
    const first = await ask(`320x,webp,q100/${photo_path}`, { accept })
    const etag = first.headers.get('etag') ?? ''
    const again = await ask(`320x,webp,q100/${photo_path}`, { accept, 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('survives a restart on disk and is encoded once for concurrent requests', async () => {
    const data_dir = join(home, 'stored')
    const first = await openService({ data_dir })
    const many = Array.from({ length: 20 }, () =>
      fetchPicture(`640x,webp,q100/${photo_path}`, 'image/webp', first),
    )
    expect(new Set((await Promise.all(many)).map(({ bytes }) => bytes.length)).size).toBe(1)
    await vi.waitFor(() => expect(filesIn(join(data_dir, 'images'))).toHaveLength(1), 10_000)
    const again = await openService({ data_dir })
    expect((await fetchPicture(`640x,webp,q100/${photo_path}`, 'image/webp', again)).width).toBe(
      640,
    )
    expect(filesIn(join(data_dir, 'images'))).toHaveLength(1)
  })

  test('changes with its file', async () => {
    const file = join(media, 'changing.jpg')
    writeFileSync(file, await picture(400, 400))
    const before = await ask('160x,webp,q100/media/changing.jpg')
    writeFileSync(file, await picture(400, 200))
    const after = await ask('160x,webp,q100/media/changing.jpg')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  test('does not exceed its limit on disk', async () => {
    const data_dir = join(home, 'small')
    const at = await openService({ data_dir, disk_bytes: 1_500 })
    for (const width of [80, 120, 160, 240]) {
      await fetchPicture(`${width}x,webp,q100/${photo_path}`, 'image/webp', at)
    }
    await vi.waitFor(() => expect(filesIn(join(data_dir, 'images')).length).toBeLessThan(4), 10_000)
  })
})

test.each([
  ['99x,webp,q100/media/products/a.jpg', 400, 'bad_width'],
  ['99999x,webp,q100/media/products/a.jpg', 400, 'bad_width'],
  ['480x,webp,q1/media/products/a.jpg', 400, 'bad_address'],
  ['-1x,webp,q100/media/products/a.jpg', 400, 'bad_address'],
  ['480x,webp,q100/media', 400, 'bad_address'],
  ['480x,webp,q100/media/', 400, 'bad_address'],
  ['480x,webp,q100/media/%2e%2e/secret.jpg', 400, 'bad_address'],
  ['480x,webp,q100/media/..%2fsecret.jpg', 400, 'bad_address'],
  ['480x,webp,q100/media/..%5csecret.jpg', 400, 'bad_address'],
  ['480x,webp,q100/media/a%00.jpg', 400, 'bad_address'],
  ['480x,webp,q100/media//secret.jpg', 400, 'bad_address'],
  ['480x,webp,q100/media/leak.jpg', 404, 'not_found'],
  ['480x,webp,q100/media/nothing.jpg', 404, 'not_found'],
  ['480x,webp,q100/media/products', 404, 'not_found'],
  ['480x,webp,q100/127.0.0.1/a.jpg', 404, 'unknown_host'],
  ['480x,webp,q100/constructor/a.jpg', 404, 'unknown_host'],
  ['480x,webp,q100/https:/x.example/a.jpg', 404, 'unknown_host'],
  ['480x,webp,q100/media/sign.svg', 415, 'not_a_picture'],
  ['480x,webp,q100/media/torn.jpg', 415, 'not_a_picture'],
  ['480x,webp,q100/media/bomb.png', 413, 'picture_too_large'],
])('%s is refused: %i %s', async (path, status, code) => {
  const answer = await ask(path)
  expect([answer.status, answer.body?.error?.code]).toEqual([status, code])
})

describe('pictures of another host', () => {
  const remote = async (path: string, more: Partial<ImagesOptions> = {}) =>
    ask(`160x,webp,q100/cdn/${path}`, {}, await openService({ data_dir: freshFolder(), ...more }))

  test('are fetched once and shown in the requested width', async () => {
    const at = await openService({ data_dir: freshFolder() })
    const before = origin.requests.length
    const narrow = await fetchPicture('160x,webp,q100/cdn/photo.jpg', 'image/webp', at)
    const wide = await fetchPicture('240x,webp,q100/cdn/photo.jpg', 'image/webp', at)
    expect([narrow.width, wide.width]).toEqual([160, 240])
    // A version that anybody can invent causes no further request.
    for (let turn = 0; turn < 20; turn++) {
      expect((await ask(`240x,webp,q100/cdn/photo.jpg?v=turn-${turn}`, {}, at)).status).toBe(200)
    }
    expect(origin.requests.slice(before)).toEqual(['/products/photo.jpg'])
  })

  test.each([
    ['moved.jpg', 502, 'origin_failed'],
    ['broken.jpg', 502, 'origin_failed'],
    ['cut.jpg', 502, 'origin_failed'],
    ['gone.jpg', 404, 'not_found'],
    ['page.jpg', 415, 'not_a_picture'],
    ['endless.jpg', 413, 'picture_too_large'],
    ['slow.jpg', 504, 'origin_slow'],
  ])('%s is refused: %i %s', async (path, status, code) => {
    const answer = await remote(path)
    expect([answer.status, answer.body?.error?.code]).toEqual([status, code])
    expect(origin.requests).not.toContain('/secret')
  })

  test('are fetched a few at a time, because each may be large', async () => {
    const at = await openService({ data_dir: freshFolder() })
    const before = origin.requests.length
    const many = Array.from({ length: 12 }, (_, turn) =>
      ask(`160x,webp,q100/cdn/${turn}/slow.jpg`, {}, at),
    )
    await vi.waitFor(() => expect(origin.requests.length).toBeGreaterThan(before), 10_000)
    await sleep(100)
    expect(origin.requests.length - before).toBeLessThanOrEqual(8)
    const statuses = new Set((await Promise.all(many)).map(({ status }) => status))
    expect([...statuses]).toEqual([504])
  })

  test('are not fetched from this machine or its network', async () => {
    const before = origin.requests.length
    const fetchPicture = pictureFetcher({ max_bytes: 9_999, limit_ms: 1_000 })
    for (const name of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0']) {
      const origins = { cdn: origin.url.replace('127.0.0.1', name) }
      const answer = await remote('photo.jpg', { fetchPicture, origins })
      expect([name, answer.status]).toEqual([name, 502])
    }
    expect(origin.requests).toHaveLength(before)
  })

  test('a failing host is not requested again at once, and an old picture is better than none', async () => {
    let time = Date.parse('2026-11-20T00:00:00Z')
    const at = await openService({ data_dir: freshFolder(), now: () => new Date(time) })
    expect((await ask('160x,webp,q100/cdn/sometimes.jpg', {}, at)).status).toBe(200)
    time += 2 * 86_400_000
    const before = origin.requests.length
    expect((await ask('240x,webp,q100/cdn/sometimes.jpg', {}, at)).status).toBe(200)
    expect((await ask('320x,webp,q100/cdn/sometimes.jpg', {}, at)).status).toBe(200)
    expect(origin.requests.slice(before)).toEqual(['/products/sometimes.jpg'])
  })
})

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...['0.0.0.0', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', 'ff02::1'],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1'],
])('%s is not a public address', (ip) => expect(isPublicAddress(ip)).toBe(false))
test.each(['1.1.1.1', '203.113.0.1', '172.32.0.1', '2606:4700::1111', '2405:4800::1'])(
  '%s is a public address',
  (ip) => expect(isPublicAddress(ip)).toBe(true),
)

test('performance-test agents get quality 1 if the setting is on, and no other client does', async () => {
  const agent = { 'user-agent': 'Mozilla/5.0 Chrome-Lighthouse' }
  const at = await openService({ data_dir: freshFolder(), is_worst_for_tests: true })
  const worst = await ask(`640x,webp,q100/${photo_path}`, agent, at)
  expect(worst.headers.get('vary')).toContain('user-agent')
  expect(worst.headers.get('cache-control')).toBe('no-store')
  const usual = await ask(`640x,webp,q100/${photo_path}`, {}, at)
  expect(Number(worst.headers.get('content-length'))).toBeLessThan(
    Number(usual.headers.get('content-length')) / 2,
  )
  const off = await ask(`640x,webp,q100/${photo_path}`, agent)
  expect(off.headers.get('cache-control')).not.toBe('no-store')
})

async function openService(more: Partial<ImagesOptions> = {}): Promise<string> {
  const public_url = 'http://shop.example'
  const fastify = await createHttpServer({ log, public_url, is_dev: false, expired_cookies: [] })
  serveImages(fastify, {
    folders: [media, join(home, 'absent')],
    origins: { cdn: origin.url },
    data_dir: join(home, 'data'),
    disk_bytes: 10_000_000,
    is_worst_for_tests: false,
    log,
    now: () => new Date(),
    fetchPicture: pictureFetcher({ max_bytes: 50_000, limit_ms: 400, isAllowed: () => true }),
    ...more,
  })
  opened.push(fastify)
  return fastify.listen({ port: 0, host: '127.0.0.1' })
}

const freshFolder = () => mkdtempSync(join(home, 'data-'))
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** A picture with enough detail that formats and qualities differ in bytes. */
function picture(width: number, height: number): Promise<Buffer> {
  const lines = Array.from({ length: 60 }, (_, i) => {
    const [x, y] = [(i * 137) % width, (i * 71) % height]
    return `<circle cx="${x}" cy="${y}" r="${20 + i}" fill="hsl(${i * 31} 70% 50%)" opacity=".6"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

function clearPicture(): Promise<Buffer> {
  const background = { r: 9, g: 9, b: 9, alpha: 0.3 }
  return sharp({ create: { width: 200, height: 200, channels: 4, background } })
    .png()
    .toBuffer()
}

/** A small PNG that claims to be enormous. */
function bomb(width: number, height: number): Buffer {
  const part = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const numbers = [data.length, crc32(body)].map((number) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(number)
      return bytes
    })
    return Buffer.concat([numbers[0] ?? body, body, numbers[1] ?? body])
  }
  const head = Buffer.from('00000000000000000802000000', 'hex')
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const pixels = deflateSync(Buffer.alloc(1_000_000))
  const sign = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([sign, part('IHDR', head), part('IDAT', pixels), part('IEND', Buffer.of())])
}

/** Serves the pictures of another site, with every kind of failure. */
function pictureOrigin() {
  const requests: string[] = []
  const jpeg = picture(300, 300)
  const server = createServer(async (request, response) => {
    const { url: path = '' } = request
    requests.push(path)
    const bytes = await jpeg
    const name = path.split('?')[0]?.split('/').at(-1)
    if (name === 'moved.jpg') return response.writeHead(302, { location: '/secret' }).end()
    if (name === 'broken.jpg') return response.writeHead(500).end()
    if (name === 'gone.jpg') return response.writeHead(404).end()
    if (name === 'page.jpg') return response.end('<!doctype html>'.padEnd(500))
    if (name === 'endless.jpg') return response.end(Buffer.concat([bytes, Buffer.alloc(90_000)]))
    if (name === 'slow.jpg') return undefined
    if (name === 'cut.jpg') {
      response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 99))
      return setTimeout(() => response.destroy(), 50)
    }
    const times = requests.filter((requested) => requested === path).length
    if (name === 'sometimes.jpg' && times > 1) return response.writeHead(503).end()
    return response.end(bytes)
  })
  const origin_server = { url: '', requests }
  return Object.assign(origin_server, {
    open: async () => {
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      origin_server.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/products`
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
