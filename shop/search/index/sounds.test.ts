import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSounds, soundOf } from '#shop/search/index/sounds.ts'

test.each([
  ['max', 'mac'],
  ['iphone', 'aiphon'],
  ['ipad', 'aipat'],
  ['airpods', 'epot'],
  ['watch', 'oat'],
  ['game', 'gem'],
  ['note', 'not'],
  ['redmi', 'retmi'],
  ['galaxy', 'galacxi'],
  ['xiaomi', 'saomi'],
  ['plus', 'plut'],
  ['sony', 'xoni'],
  ['anker', 'anco'],
])('%s is heard in %s', (word, by_ear) => {
  const sounds = createSounds()
  sounds.add(word)
  expect(sounds.alike(by_ear)).toEqual([word])
})

test('a word sounds like itself, whatever its letters, and long ones cost nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,24}$/), (word) => {
      const sounds = createSounds()
      sounds.add(word)
      sounds.add(word)
      expect(sounds.alike(word)).toEqual(soundOf(word) === null ? [] : [word])
    }),
  )
  expect(soundOf('a'.repeat(100_000))).toBeNull()
})
