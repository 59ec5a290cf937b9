import { expect, test } from 'vitest'
import { youtubeId } from '#pure/formats/youtube.ts'

test.each([
  ['https://www.youtube.com/watch?v=abcdefghijk', 'abcdefghijk'],
  ['https://m.youtube.com/watch?t=1&v=abcdefghijk&x=1', 'abcdefghijk'],
  ['https://youtu.be/abcdefghijk?t=3', 'abcdefghijk'],
  ['https://www.youtube.com/shorts/abcdefghijk', 'abcdefghijk'],
  ['https://youtube.com.xau.example/watch?v=abcdefghijk', null],
  ['http://www.youtube.com/watch?v=abcdefghijk', null],
  ['https://youtu.be/abcdefghijkl', null],
])('the film of %s is %s', (address, id) => {
  expect(youtubeId(address)).toBe(id)
})
