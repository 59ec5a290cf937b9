import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerFiles } from '#platform/files/register-files.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { createLog } from '#platform/observe/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiem-files-'))
const log = createLog({ service: 'test', level: 'silent' })
/** The names that the build gives to the fonts of the shop: a hash follows the name of the source. */
const built_fonts = readdirSync('web/ui/fonts')
  .filter((name) => name.endsWith('.woff2'))
  .map((name) => name.replace('.woff2', '-Ab_1-xyz.woff2'))
let fastify: Awaited<ReturnType<typeof createHttpServer>>

beforeAll(async () => {
  for (const name of ['media', 'assets', 'data']) mkdirSync(join(folder, name))
  for (const ending of ['js', 'css', 'woff2', 'svg'])
    writeFileSync(join(folder, 'assets', `one.${ending}`), ' ')
  for (const name of built_fonts) writeFileSync(join(folder, 'assets', name), ' ')
  fastify = await createHttpServer({
    log,
    public_url: 'http://localhost:3000/',
    is_dev: false,
    expired_cookies: [],
  })
  await registerFiles(fastify, {
    images: { origins: {}, disk_bytes: 1_000_000, is_worst_for_tests: false },
    folders: { media: join(folder, 'media'), assets: [join(folder, 'assets')] },
    data_dir: join(folder, 'data'),
    log,
    now: () => new Date(),
  })
})
afterAll(async () => {
  await fastify.close()
  rmSync(folder, { recursive: true })
})

test.each(['js', 'css', 'woff2'])(
  'a file .%s of a page carries no policy of its own, which would be most of its bytes',
  async (ending) => {
    const { statusCode, headers } = await fastify.inject(`/assets/one.${ending}`)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(JSON.stringify(headers).length).toBeLessThan(500)
  },
)

test('a drawing, which can be opened as a page, may do nothing there', async () => {
  const { headers } = await fastify.inject('/assets/one.svg')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('plain pages have the font of the shop, by the name of its built file', async () => {
  const { body } = await fastify.inject('/plain.css')
  expect(built_fonts.length).toBeGreaterThan(0)
  for (const name of built_fonts) expect(body).toContain(`src:url(/assets/${name})`)
})
