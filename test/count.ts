import { dirname } from 'node:path'
import { between, cyclesOf } from '#test/laws/cycles.ts'
import { importGraph, nounOf } from '#test/laws/import-graph.ts'
import { functionsOf } from '#test/laws/parsed-source.ts'
import { isTest, linesOf, paths, quantile, sources, texts } from '#test/laws/sources.ts'

/**
 * `node test/count.ts` prints the size of the project and its import cycles. Functions are the named ones
 * outside of tests, with nested functions. Cycles are groups of files that import each other.
 */
function main(): void {
  const own = sources.filter((path) => !isTest(path))
  const sizes = sources.map((path) => linesOf(texts.get(path) ?? ''))
  const functions = own.flatMap((path) => functionsOf(path, texts.get(path) ?? ''))
  const lengths = functions.map(({ lines }) => lines)
  const longest = functions.toSorted((a, b) => b.lines - a.lines).slice(0, 5)
  const nouns = between(importGraph({ types: false }), nounOf)
  const noun_cycles = cyclesOf(nouns)
  const type_cycles = cyclesOf(importGraph({ types: true }))
  const folders = new Map<string, number>()
  for (const path of paths) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
  const widest = [...folders].sort(([, a], [, b]) => b - a).slice(0, 8)
  print({
    files: `${sources.length}, of them ${own.length} without tests`,
    lines: `${total(sizes)}, of them ${total(own.map((path) => linesOf(texts.get(path) ?? '')))} without tests`,
    'lines of a file': `median ${quantile(sizes, 0.5)}, p90 ${quantile(sizes, 0.9)}, most ${Math.max(...sizes)}`,
    'lines of a function': `median ${quantile(lengths, 0.5)}, p90 ${quantile(lengths, 0.9)}, of ${functions.length}`,
    'longest functions': longest
      .map(({ lines, name, path }) => `${lines} ${name} (${path})`)
      .join(', '),
    'widest folders': widest.map(([name, count]) => `${name} ${count}`).join(', '),
    'nouns of shop/': nouns.size,
    'value cycles between nouns': listed(noun_cycles),
    'type cycles between files': listed(type_cycles),
  })
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function listed(cycles: readonly string[][]): string {
  const groups = cycles.map((group) => `${group.length}: ${group.join(' ')}`)
  return `${cycles.length}${groups.map((group) => `\n  ${group}`).join('')}`
}

function print(figures: Record<string, string | number>): void {
  for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
}

main()
