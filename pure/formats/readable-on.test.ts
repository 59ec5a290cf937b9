import { expect, test } from 'vitest'
import { readableOn } from '#pure/formats/readable-on.ts'

test.each([
  ['#000000', '#ffffff'],
  ['#6d2230', '#ffffff'],
  ['#c23d0c', '#ffffff'],
  ['#ffffff', '#14244a'],
  ['#fff6e3', '#14244a'],
  ['#ff6f3c', '#14244a'],
])('words on %s are %s', (ground, words) => {
  expect(readableOn(ground)).toBe(words)
})
