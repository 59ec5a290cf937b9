import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { functionsOf } from '#test/laws/parsed-source.ts'
import { entries, isTest, linesOf, paths, quantile, sources, texts } from '#test/laws/sources.ts'
import { remaining_offences } from '#test/laws/remaining-offences.ts'

const file_sizes = sources.map((path) => linesOf(texts.get(path) ?? ''))
const functions = sources
  .filter((path) => !isTest(path))
  .flatMap((path) => functionsOf(path, texts.get(path) ?? ''))

test('no file has more than 500 lines; half of them have at most 80', () => {
  const written = [...sources, ...paths.filter((path) => /\.(css|sql|md)$/.test(path))]
  expect(written.filter((path) => linesOf(readFileSync(path, 'utf8')) > 500)).toEqual([])
  expect(quantile(file_sizes, 0.5)).toBeLessThanOrEqual(80)
  expect(quantile(file_sizes, 0.9)).toBeLessThanOrEqual(220)
})

test('a line of a comment has at most 120 characters', () => {
  const long = [...texts].flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => line.length > 120 && /^\s*(\/\/|\/?\*)/.test(line))
      .map((line) => `${path} ${line.trim()}`),
  )
  expect(long).toEqual([])
})

test('functions with a name are short: median 12 lines, nine of ten 40', () => {
  const lengths = functions.map(({ lines }) => lines)
  expect(quantile(lengths, 0.5)).toBeLessThanOrEqual(12)
  expect(quantile(lengths, 0.9)).toBeLessThanOrEqual(40)
})

test('the README is short, and the root has few entries', () => {
  expect(linesOf(readFileSync('README.md', 'utf8'))).toBeLessThanOrEqual(60)
  expect(entries.length).toBeLessThanOrEqual(34)
})

const over = {
  'a function of more than 120 lines': functions
    .filter(({ lines }) => lines > 120)
    .map(({ path, name }) => `${path} ${name}`),
  'a folder of more than 40 entries': foldersOver(40),
  'a decision of more than 40 lines': paths.filter(
    (path) => /^decisions\/.*\.md$/.test(path) && linesOf(readFileSync(path, 'utf8')) > 40,
  ),
}
const laws = Object.entries(over).map(
  ([law, offences]) => [law, offences, remaining_offences[law as keyof typeof over]] as const,
)

test.each(laws)('there is no new one: %s', (_law, offences, allowed) => {
  expect(offences.filter((offence) => !allowed.some((known) => known === offence))).toEqual([])
})

test.each(laws)(
  'an entry of remaining-offences.ts is still needed: %s',
  (_law, offences, allowed) => {
    expect(allowed.filter((known) => !offences.includes(known))).toEqual([])
  },
)

/** Folders with too many entries. Decisions, migrations and data may grow. */
function foldersOver(max: number): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const grows = /^(\.|decisions|db\/migrations|db\/seed|db\/addresses)(\/|$)/
  return [...counts]
    .filter(([folder, count]) => count > max && !grows.test(folder))
    .map(([folder]) => folder)
    .sort()
}
