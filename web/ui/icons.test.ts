import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8')

test('every icon has its symbol, and every symbol is used', () => {
  const sources = ['icons.tsx', '../../storefront/pages/category/needs-icon.tsx']
  const matches = sources.flatMap((source) => [
    ...read(source).matchAll(/[=:] icon\('([a-z0-9-]+)'\)/g),
  ])
  const named = new Set(matches.map((match) => match[1]))
  const drawn = [...read('icons.svg').matchAll(/<symbol id="([a-z0-9-]+)"/g)].map(
    (match) => match[1],
  )
  expect([...named].toSorted()).toEqual(drawn.toSorted())
})
