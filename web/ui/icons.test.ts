import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8')

test('every name of an icon has its symbol, and every symbol has a name', () => {
  const named = [...read('icons.tsx').matchAll(/^ {2}\| '([a-z0-9-]+)'$/gm)].map(
    (match) => match[1],
  )
  const drawn = [...read('icons.svg').matchAll(/<symbol id="([a-z0-9-]+)"/g)].map(
    (match) => match[1],
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.toSorted()).toEqual(drawn.toSorted())
})
