import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAbove, layerOf, nouns } from '#shop/layers.ts'
import { between, cyclesOf as cyclesOfGraph } from '#test/laws/cycles.ts'
import { importGraph } from '#test/laws/import-graph.ts'
import { cyclesOf, importsOf, type Import } from '#test/support/imports.ts'

/**
 * Imports that still violate the order of nouns, or open the store of another noun. The lists may only shrink:
 * an entry that is no longer needed fails.
 */
const remaining_upward: string[] = []
const remaining_opened: string[] = []
const remaining_cyclic: string[] = []

const texts = new Map(
  [
    'admin',
    'config',
    'contracts',
    'db',
    'member-site',
    'platform',
    'pure',
    'shop',
    'storefront',
    'test',
    'web',
  ]
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)
const imports = [...texts].flatMap(([path, text]) => importsOf(path, text))

describe('the order of nouns', () => {
  test('every noun has a folder, and every folder of shop/ is a noun', () => {
    const folders = [...texts.keys()].filter((path) => path.startsWith('shop/'))
    expect(nouns.filter((noun) => !folders.some((path) => layerOf(path) === noun))).toEqual([])
    const unknown = folders.filter((path) => layerOf(path) === null && path !== 'shop/layers.ts')
    expect(unknown).toEqual([])
  })

  test('a noun imports only nouns that stand before it', () => {
    expect(named(imports.filter(isUpward))).toEqual(remaining_upward)
  })

  test.each([
    ['a value', 'shop/cart/a.ts', `import { b } from '#shop/quote/b.ts'`, true],
    ['a type', 'shop/location/a.ts', `import type { B } from '#shop/catalog/b.ts'`, true],
    ['of many names', 'shop/cart/a.ts', `import {\n  b,\n} from '#shop/order/b.ts'`, true],
    ['at run time', 'shop/cart/a.ts', `const b = await import('#shop/flows/b.ts')`, true],
    ['a view by a flow', 'shop/flows/a.ts', `import { b } from '#shop/views/b.ts'`, false],
    ['the noun below', 'shop/quote/a.ts', `import { b } from '#shop/cart/b.ts'`, false],
    ['its own noun', 'shop/cart/a.ts', `import { b } from '#shop/cart/b.ts'`, false],
    ['by a test', 'shop/cart/a.test.ts', `import { b } from '#shop/quote/b.ts'`, false],
  ])('an import of %s', (_name, path, text, is_offence) => {
    expect(importsOf(path, text).some(isUpward)).toBe(is_offence)
  })
})

describe('stores', () => {
  test('a store is imported only in its own noun, in views and in flows', () => {
    expect(named(imports.filter(opensForeignStore))).toEqual(remaining_opened)
  })

  test.each([
    ['shop/quote/a.ts', `import { b } from '#shop/cart/b-store.ts'`, true],
    ['shop/quote/a.ts', `import type { B } from '#shop/cart/b-store.ts'`, true],
    ['shop/cart/a.ts', `import { b } from '#shop/cart/b-store.ts'`, false],
    ['shop/views/a.ts', `import { b } from '#shop/cart/b-store.ts'`, false],
    ['shop/flows/a.ts', `import { b } from '#shop/cart/b-store.ts'`, false],
    ['shop/quote/a.ts', `import { b } from '#shop/cart/b-rows.ts'`, false],
  ])('%s: %s', (path, text, is_offence) => {
    expect(importsOf(path, text).some(opensForeignStore)).toBe(is_offence)
  })

  test('a -rows file contains fragments and statements, and executes none', () => {
    const executing = [...texts].filter(([path, text]) => runsRows(path, text))
    expect(executing.map(([path]) => path)).toEqual([])
    expect(runsRows('shop/cart/a-rows.ts', 'sql`select 1`.execute(db)')).toBe(true)
    expect(runsRows('shop/cart/a-store.ts', 'sql`select 1`.execute(db)')).toBe(false)
  })
})

describe('cycles', () => {
  test('nouns have no cyclic value imports', () => {
    const allowed = new Set(remaining_upward)
    expect(cyclesOf(nounEdges(imports.filter((edge) => !allowed.has(nameOf(edge)))))).toEqual([])
    const cyclic = [
      ...importsOf('shop/cart/a.ts', `import { b } from '#shop/quote/b.ts'`),
      ...importsOf('shop/quote/c.ts', `import { d } from '#shop/order/d.ts'`),
      ...importsOf('shop/order/e.ts', `import { f } from '#shop/cart/f.ts'`),
    ]
    expect(cyclesOf(nounEdges(cyclic))).toEqual([['cart', 'order', 'quote']])
    const typed = cyclic.map((edge) => ({ ...edge, is_type: edge.from === 'shop/order/e.ts' }))
    expect(cyclesOf(nounEdges(typed))).toEqual([])
  })

  test('the folders of shop/ have none either', () => {
    const folderOf = (path: string) => /^shop\/([\w-]+)\//.exec(path)?.[1] ?? null
    expect(cyclesOfGraph(between(importGraph({ types: false }), folderOf))).toEqual([])
  })

  test('files have no cyclic imports of values or types', () => {
    const without = (allowed: readonly string[]) =>
      cyclesOf(imports.filter((edge) => !allowed.includes(nameOf(edge))))
    expect(without(remaining_cyclic)).toEqual([])
    const unneeded = remaining_cyclic.filter(
      (name) => without(remaining_cyclic.filter((other) => other !== name)).length === 0,
    )
    expect(unneeded).toEqual([])
    const cyclic = [
      ...importsOf('pure/a.ts', `import type { B } from './b.ts'`),
      ...importsOf('pure/b.ts', `import type { A } from '#pure/a.ts'`),
    ]
    expect(cyclesOf(cyclic)).toEqual([['pure/a.ts', 'pure/b.ts']])
    expect(cyclesOf(importsOf('pure/a.ts', `import { a } from './a.ts'`))).toEqual([['pure/a.ts']])
  })
})

function isUpward({ from, to }: Import): boolean {
  const [user, used] = [layerOf(from), layerOf(to)]
  return !isTest(from) && user !== null && used !== null && isAbove(used, user)
}

function opensForeignStore({ from, to }: Import): boolean {
  const [user, used] = [layerOf(from), layerOf(to)]
  if (isTest(from) || user === null || !to.endsWith('-store.ts')) return false
  return user !== used && user !== 'views' && user !== 'flows'
}

function runsRows(path: string, text: string): boolean {
  return layerOf(path) !== null && path.endsWith('-rows.ts') && text.includes('.execute(')
}

function nounEdges(all: readonly Import[]): { from: string; to: string }[] {
  return all.flatMap(({ from, to, is_type }) => {
    const [user, used] = [layerOf(from), layerOf(to)]
    const is_edge = !is_type && !isTest(from) && user !== null && used !== null && user !== used
    return is_edge ? [{ from: user, to: used }] : []
  })
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}

function nameOf({ from, to }: Import): string {
  return `${from} -> ${to}`
}

function named(offences: readonly Import[]): string[] {
  return [...new Set(offences.map(nameOf))].toSorted()
}
