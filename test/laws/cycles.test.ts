import { expect, test } from 'vitest'
import { between, cyclesOf } from '#test/laws/cycles.ts'
import { functionsOf, importsOf } from '#test/laws/parsed-source.ts'

const graphOf = (edges: Record<string, string[]>) =>
  new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]))

test('a cycle is a group of nodes that reach each other', () => {
  const graph = graphOf({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: [], f: ['f'] })
  expect(cyclesOf(graph)).toEqual([['a', 'b', 'c']])
})

test('between folders only edges across them count', () => {
  const folder = (path: string) => path.split('/')[0] ?? null
  const graph = graphOf({ 'a/1': ['a/2', 'b/1'], 'a/2': ['a/1'], 'b/1': ['c/1'], 'c/1': [] })
  expect(cyclesOf(between(graph, folder))).toEqual([])
  expect(cyclesOf(between(new Map([...graph, ['b/1', new Set(['a/2'])]]), folder))).toEqual([
    ['a', 'b'],
  ])
})

test('imports are read, and type imports are marked', () => {
  const text = `
    import type { A } from '#shop/a.ts'
    import { type B, type C } from './b.ts'
    import { type D, e } from '#shop/d.ts'
    import '#shop/e.ts'
    import pg from 'pg'
    export { f } from './f.ts'
    export type { G } from './g.ts'
    const h = () => import('#shop/h.ts')`
  expect(importsOf('shop/here/x.ts', text)).toEqual([
    { path: 'shop/a.ts', is_type: true },
    { path: 'shop/here/b.ts', is_type: true },
    { path: 'shop/d.ts', is_type: false },
    { path: 'shop/e.ts', is_type: false },
    { path: 'shop/here/f.ts', is_type: false },
    { path: 'shop/here/g.ts', is_type: true },
    { path: 'shop/h.ts', is_type: false },
  ])
})

test('functions have names, and their lines include nested functions', () => {
  const text = `function a() {
  return [1].map((one) => one)
}
const b = () => 1
const c = { d() {}, e: () => ({
}) }
class F { g() {} #h = () => 2 }
export default function () {}`
  expect(functionsOf('x.ts', text).map(({ name, lines }) => `${name} ${lines}`)).toEqual([
    'a 3',
    'b 1',
    'd 1',
    'e 2',
    'g 1',
    'h 1',
    'default 1',
  ])
})
