import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { functionsOf } from '#test/laws/parsed-source.ts'
import { entries, isTest, linesOf, paths, quantile, sources, texts } from '#test/laws/sources.ts'
import { still_over } from '#test/laws/still-over.ts'

const file_sizes = sources.map((path) => linesOf(texts.get(path) ?? ''))
const functions = sources
  .filter((path) => !isTest(path))
  .flatMap((path) => functionsOf(path, texts.get(path) ?? ''))

test('no file has more than 500 lines; half of them fit on a screen or two', () => {
  const written = [...sources, ...paths.filter((path) => /\.(css|sql|md)$/.test(path))]
  expect(written.filter((path) => linesOf(readFileSync(path, 'utf8')) > 500)).toEqual([])
  expect(quantile(file_sizes, 0.5)).toBeLessThanOrEqual(80)
  expect(quantile(file_sizes, 0.9)).toBeLessThanOrEqual(220)
})

test('functions with a name are short: median 12 lines, nine of ten 40', () => {
  const lengths = functions.map(({ lines }) => lines)
  expect(quantile(lengths, 0.5)).toBeLessThanOrEqual(12)
  expect(quantile(lengths, 0.9)).toBeLessThanOrEqual(40)
})

test('a newcomer finds the way: short README, few things at the root', () => {
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
  ([law, found]) => [law, found, still_over[law as keyof typeof over]] as const,
)

test.each(laws)('there is no other one: %s', (_law, found, allowed) => {
  expect(found.filter((one) => !allowed.some((other) => other === one))).toEqual([])
})

test.each(laws)('what was mended is taken out of still-over.ts: %s', (_law, found, allowed) => {
  expect(allowed.filter((one) => !found.includes(one))).toEqual([])
})

/** Folders of sources: decisions, migrations and data grow by their nature. */
function foldersOver(most: number): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const grows = /^(\.|decisions|db\/migrations|db\/seed|db\/addresses)(\/|$)/
  return [...counts]
    .filter(([folder, count]) => count > most && !grows.test(folder))
    .map(([folder]) => folder)
    .sort()
}
