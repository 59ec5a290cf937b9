import { expect, test } from 'vitest'
import { openProgress } from '#platform/processes/progress.ts'

function shown(isTTY: boolean): string[] {
  const written: string[] = []
  let time = 0
  const progress = openProgress({ isTTY, write: (text) => written.push(text) }, () => time)
  for (const share of [0, 0.001, 0.5, 1]) {
    progress.show(share, 'reading')
    time += 6_000 * share
  }
  progress.clear()
  return written
}

test('a terminal shows a bar that is updated in place', () => {
  const written = shown(true)
  expect(written[0]).toBe(`\r\u001b[K[${'░'.repeat(24)}]   0 %  0 s  reading`)
  expect(written.at(-2)).toBe(`\r\u001b[K[${'█'.repeat(24)}] 100 %  3 s  reading`)
  expect(written.at(-1)).toBe('\r\u001b[K')
})

test('a log gets a plain line from time to time', () => {
  expect(shown(false)).toEqual(['  0 %  0 s  reading\n'])
})
