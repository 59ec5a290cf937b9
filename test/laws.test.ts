import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { addresses } from '#storefront/addresses/addresses.ts'

/** Everything that is made rather than written. */
const made = new Set(['.git', 'node_modules', 'dist', 'data', 'screenshots', '.DS_Store'])
const entries = readdirSync('.').filter((name) => !made.has(name) && !name.endsWith('.log'))
const paths = entries.flatMap((entry) => [entry, ...under(entry)])
const sources = paths.filter((path) => ['.ts', '.tsx', '.mjs'].includes(extname(path)))
const texts = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]))

test('no file has more than 500 lines; half of them fit on a screen or two', () => {
  const written = [...sources, ...paths.filter((path) => /\.(css|sql|md)$/.test(path))]
  expect(written.filter((path) => lines(readFileSync(path, 'utf8')) > 500)).toEqual([])
  const sorted = [...texts.values()].map(lines).sort((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThanOrEqual(80)
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(220)
})

test('the environment is read in config/ and nowhere else', () => {
  // prepare.mjs runs before any of our code can; vite.config.ts names what it builds React with.
  const outside = new Set(['prepare.mjs', 'vite.config.ts'])
  const allowed = (path: string) => path.startsWith('config/') || outside.has(path)
  expect(holding(/process\.env|import\.meta\.env\b/).filter((path) => !allowed(path))).toEqual([])
})

test('no drawer for everything: utils, helpers, lib, common', () => {
  const drawer = /(^|\/)(utils?|helpers?|lib|libs|common|shared|misc)(\/|\.tsx?$)/
  expect(paths.filter((path) => drawer.test(path))).toEqual([])
})

test('no barrels', () => {
  const is_barrel = (text: string) =>
    statements(text).length > 0 && statements(text).every((line) => /^export .* from /.test(line))
  const found = sources.filter(
    (path) => /^index\.tsx?$/.test(basename(path)) || is_barrel(texts.get(path) ?? ''),
  )
  expect(found).toEqual([])
})

test('files are named in kebab-case', () => {
  const fine =
    /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.(server|test|soak|journey|config|d)){0,2}\.(ts|tsx|mjs)$/
  expect(sources.filter((path) => !fine.test(basename(path)))).toEqual([])
})

test('nothing is left for later without an owner, and no module is mocked', () => {
  expect(holding(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([])
  expect(holding(/\bvi\.(mock|doMock)\(/)).toEqual([])
})

test('casts that silence the compiler stay rare: 0.2 in 1,000 lines', () => {
  const casts = holding(/ as unknown as |: any\b|<any>/)
  const total = [...texts.values()].reduce((sum, text) => sum + lines(text), 0)
  expect(casts.length).toBeLessThanOrEqual((total / 1_000) * 0.2)
})

test('a bare Error is at most every tenth that is thrown', () => {
  const all = [...texts.entries()].filter(([path]) => !is_test(path)).map(([, text]) => text)
  const count = (what: RegExp) =>
    all.reduce((sum, text) => sum + (text.match(what)?.length ?? 0), 0)
  expect(count(/\bthrow new Error\(/g) / count(/\bthrow\b/g)).toBeLessThanOrEqual(0.1)
})

test('tests have at least 0.6 of the lines of shop/', () => {
  const size = (list: string[]) => list.reduce((sum, path) => sum + lines(texts.get(path) ?? ''), 0)
  const shop = sources.filter((path) => path.startsWith('shop/') && !is_test(path))
  expect(size(sources.filter(is_test)) / size(shop)).toBeGreaterThanOrEqual(0.6)
})

test('a newcomer finds the way: short README, few things at the root', () => {
  expect(lines(readFileSync('README.md', 'utf8'))).toBeLessThanOrEqual(60)
  expect(entries.length).toBeLessThanOrEqual(32)
})

test.each(Object.entries(addresses))('address %s has its two files', (_name, { page }) => {
  // Root slugs are decided by the server half alone: it shows the page of a product or a category.
  expect(page === 'slug' || existsSync(`storefront/pages/${page}/page.tsx`)).toBe(true)
  expect(existsSync(`storefront/pages/${page}/page.server.ts`)).toBe(true)
})

function under(entry: string): string[] {
  if (!statSync(entry).isDirectory()) return []
  return readdirSync(entry, { withFileTypes: true, recursive: true }).map((found) =>
    join(found.parentPath, found.name),
  )
}

function is_test(path: string): boolean {
  return path.startsWith('test/') || /\.(test|soak)\.tsx?$/.test(path)
}

function holding(what: RegExp): string[] {
  // These two name offences in order to find them.
  const about_offences = new Set(['test/laws.test.ts', 'test/arrows.test.ts'])
  return sources.filter((path) => !about_offences.has(path) && what.test(texts.get(path) ?? ''))
}

function lines(text: string): number {
  return text.split('\n').length - 1
}

function statements(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').trim()
  return code === '' ? [] : code.split(/\n(?=\S)/).filter((line) => !line.startsWith('}'))
}
