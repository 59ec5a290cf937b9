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
])('%s is recognised in %s', (word, by_ear) => {
  const sounds = createSounds()
  sounds.add(word)
  expect(sounds.soundingLike(by_ear)).toEqual([word])
})

test('a word sounds like itself, and long words are not processed', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,24}$/), (word) => {
      const sounds = createSounds()
      sounds.add(word)
      sounds.add(word)
      expect(sounds.soundingLike(word)).toEqual(soundOf(word) === null ? [] : [word])
    }),
  )
  expect(soundOf('a'.repeat(100_000))).toBeNull()
})
