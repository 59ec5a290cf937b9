import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addresses as staff_addresses } from '#admin/addresses/addresses.ts'
import { assetTags as staffTags, builtStaffAssets } from '#admin/runtime/assets.ts'
import { builtMemberAssets, headTags as memberTags } from '#member-site/runtime/assets.ts'
import { assetTags, type BuiltAssets } from '#storefront/runtime/assets.ts'
import type { Manifest } from '#web/runtime/build-manifest.ts'

const folder = 'dist/client'

/** Patterns of server code. Each was found in a browser bundle before this rule existed. */
const server_only: Record<string, RegExp> = {
  zod: /_zod|ZodError|invalid_union/,
  'phone metadata': /libphonenumber|possible_lengths/i,
  'query builder': /kysely|selectFrom|insertInto/i,
  SQL: /\b(select|insert into|update|delete from)\b[^;'"`]{1,200}\b(from|values|set|where)\b/,
  environment: /process\.env/,
  'node modules': /["'`]node:[a-z]/,
  'texts of a contract':
    /Prices sent along are ignored|The cart holds no such line|No such refund is open/,
  'server half of a page': /createQuote\(|guestToken\(/,
}

test('browser bundles contain no server code', () => {
  const files = [...builtScripts(), ...builtScripts('dist/admin')]
  expect(files.length).toBeGreaterThan(5)
  const offences = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return Object.entries(server_only)
      .filter(([, mark]) => mark.test(text))
      .map(([name, mark]) => `${file}: ${name} (${mark.exec(text)?.[0].slice(0, 80)})`)
  })
  expect(offences).toEqual([])
})

test('the patterns are valid: the server bundle contains them', () => {
  const server = readFileSync('dist/server/app.js', 'utf8')
  expect(server).toMatch(/Prices sent along are ignored/)
  expect(server).toMatch(/createQuote\(/)
})

test('the style sheets that pages name in the server are built for browsers, and not in that of all pages', () => {
  const programs = globSync('dist/server/**/*.js').map((file) => readFileSync(file, 'utf8'))
  const named = programs.flatMap((text) => text.match(/assets\/[\w-]+\.css/g) ?? [])
  expect(named).toContainEqual(expect.stringContaining('assets/landing-'))
  expect(named.filter((file) => !existsSync(join(folder, file)))).toEqual([])
  const styles = readFileSync(join(folder, readManifest()['style.css']?.file ?? ''), 'utf8')
  expect(styles).not.toContain('.landing-hero')
})

test.each(['home', 'category', 'product', 'search', 'post', 'repair-service'])(
  'until a page of kind %s is hydrated it loads at most 125 kB of scripts',
  (page) => {
    const tags = assetTags(builtAssets(), page, 'default')
    const files = /data-files="([^"]+)"/.exec(tags)?.[1]?.split(' ') ?? []
    const sizes = files.map((file) => gzipped(join(folder, file)))
    expect(files.length).toBeGreaterThan(3)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(125_000)
  },
)

test.each([
  ['storefront', folder, () => assetTags(builtAssets(), 'home', 'default')],
  ['staff', 'dist/admin', () => staffTags(builtStaffAssets(), 'orders')],
  ['member site', 'dist/member-site', () => memberTags(builtMemberAssets(), [])],
])(
  '%s: the letters of all weights come in one file, which pages preload',
  (_front, bundle, tags) => {
    const manifest = readManifest(bundle)
    const styles = readFileSync(join(bundle, manifest['style.css']?.file ?? ''), 'utf8')
    const fonts = [...styles.matchAll(/url\(([^)]+\.woff2)\)/g)].map(([, file = '']) =>
      basename(file),
    )
    expect(fonts).toHaveLength(1)
    const preloaded = [...tags().matchAll(/as="font"[^>]* href="([^"]+)"/g)].map(([, url]) => url)
    expect(preloaded).toEqual([`/assets/${fonts[0]}`])
  },
)

test('the inline script for early presses is small and imports no other file', () => {
  const { early_presses } = builtAssets()
  expect(gzipSync(early_presses, { level: 9 }).length).toBeLessThanOrEqual(1_280)
  expect(early_presses).not.toMatch(/\bimport\b|\bexport\b|<\/script/)
})

test('the bundle of the staff pages is separate from the shop’s', () => {
  const staff = readManifest('dist/admin')
  const sources = Object.keys(staff).filter((name) => name.endsWith('.tsx'))
  expect(sources).toContain('admin/pages/refunds/page.tsx')
  expect(Object.keys(readManifest()).filter((name) => name.startsWith('admin/'))).toEqual([])
  expect(sources.filter((name) => !name.startsWith('admin/'))).toEqual([])
})

test.each(Object.values(staff_addresses))('$path loads at most 120 kB of scripts', ({ page }) => {
  const tags = staffTags({ kind: 'built', manifest: readManifest('dist/admin') }, page)
  const files = [...tags.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '')
  const sizes = files.map((file) => gzipSync(readFileSync(join('dist/admin', file))).length)
  expect(files.length).toBeGreaterThan(2)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(120_000)
})

function builtAssets(): BuiltAssets {
  const manifest = readManifest()
  const file = manifest['web/runtime/early-presses.ts']?.file ?? ''
  const early_presses = readFileSync(join(folder, file), 'utf8')
  return { kind: 'built', manifest, build: { id: 'any', time: '' }, early_presses }
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length
}

function builtScripts(bundle = folder): string[] {
  const files = Object.values(readManifest(bundle)).map((chunk) => join(bundle, chunk.file))
  return [...new Set(files)].filter((name) => name.endsWith('.js'))
}

function readManifest(bundle = folder): Manifest {
  const file = join(bundle, 'manifest.json')
  if (!existsSync(file)) throw new ReferenceError('Nothing is built yet: npm start or npm test.')
  return JSON.parse(readFileSync(file, 'utf8'))
}
