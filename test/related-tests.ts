import { dirname } from 'node:path'
import type { Graph } from '#test/laws/cycles.ts'
import { nounOf } from '#test/laws/import-graph.ts'
import { isTest } from '#test/laws/sources.ts'

/** Every test through the app imports it. If it were followed, every test would be related to every file. */
const app = 'app.ts'

/** Tests that read every file, or every file of a folder, so that a new file may break them. */
const reading_all_files = [
  'contracts/access.test.ts',
  'test/laws/cycles.test.ts',
  'test/laws/dependency-rules.test.ts',
  'test/laws/docs.test.ts',
  'test/laws/former-words.test.ts',
  'test/laws/laws.test.ts',
  'test/laws/layers.test.ts',
  'test/laws/module-state.test.ts',
  'test/laws/raw-sql.test.ts',
  'test/laws/secret-comparisons.test.ts',
  'test/laws/sizes.test.ts',
]

/** A page and an order through the whole shop, for effects far from the change. */
const whole_shop_tests = ['storefront/runtime/server.test.ts', 'shop/flows/order-service.test.ts']

/** They run after every change. A test checks that each of them exists. */
export const always_related: readonly string[] = [...reading_all_files, ...whole_shop_tests]

/** Files that are not imported, but that all tests depend on. */
const concerns_all =
  /^(package\.json|package-lock\.json|vitest\.config\.ts|app\.ts|db\/migrations\/.*)$/

/**
 * The tests that a change may break, as far as imports show it: tests that import a changed file, directly or
 * indirectly, and tests through the app that are in the same area as a changed file or its importers. Other
 * tests through the app only run in the whole suite. A changed file that is no source, such as the data of the demo
 * shop, has the tests of the nearest folder above it.
 */
export function relatedTests(changed: readonly string[], graph: Graph): string[] {
  const tests = [...graph.keys()].filter((path) => /\.test\.tsx?$/.test(path))
  if (changed.some((path) => concerns_all.test(path))) return tests
  const affected = importersOf(changed, graph)
  const areas = new Set([...affected].filter((path) => !isTest(path)).map(areaOf))
  const beside_data = new Set(
    changed.filter((path) => !graph.has(path)).flatMap((path) => testsAbove(path, tests)),
  )
  const through_app = importersOf([app], graph)
  return tests.filter(
    (path) =>
      affected.has(path) ||
      beside_data.has(path) ||
      (through_app.has(path) && areas.has(areaOf(path))) ||
      (changed.length > 0 && always_related.includes(path)),
  )
}

/** These files and all that import them, directly or indirectly, but not through the app. */
function importersOf(files: readonly string[], graph: Graph): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [from, targets] of graph) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), from])
  }
  const importing = new Set(files)
  const waiting = [...files]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const importer of importers.get(next) ?? []) {
      if (importer === app || importing.has(importer)) continue
      importing.add(importer)
      waiting.push(importer)
    }
  }
  return importing
}

/** The tests in the nearest folder above a file that has any. */
function testsAbove(path: string, tests: readonly string[]): string[] {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const found = tests.filter((test) => dirname(test) === folder)
    if (found.length > 0) return found
  }
  return []
}

function areaOf(path: string): string {
  return nounOf(path) ?? path.replace(/[^/]*$/, '')
}
