import type { Graph } from '#test/laws/cycles.ts'
import { nounOf } from '#test/laws/import-graph.ts'
import { isTest } from '#test/laws/sources.ts'

/** Every test through the app imports it. If it were followed, every test would be related to every file. */
const app = 'app.ts'

/** Tests that read every file, so that any change may break them. */
const reading_all_files = [
  'test/laws/laws.test.ts',
  'test/laws/sizes.test.ts',
  'test/laws/former-words.test.ts',
  'test/laws/dependency-rules.test.ts',
]

/** A page and an order through the whole shop, for effects far from the change. */
const whole_shop_tests = ['storefront/server.test.ts', 'shop/order/order-service.test.ts']

/** Files that are not imported, but that all tests depend on. */
const concerns_all =
  /^(package\.json|package-lock\.json|vitest\.config\.ts|app\.ts|db\/migrations\/.*)$/

/**
 * The tests that a change may break, as far as imports show it: tests that import a changed file, directly or
 * indirectly, and tests through the app that are in the same area as a changed file or its importers. Other
 * tests through the app only run in the whole suite.
 */
export function relatedTests(changed: readonly string[], graph: Graph): string[] {
  const tests = [...graph.keys()].filter((path) => /\.test\.tsx?$/.test(path))
  if (changed.some((path) => concerns_all.test(path))) return tests
  const affected = importersOf(changed, graph)
  const areas = new Set([...affected].filter((path) => !isTest(path)).map(areaOf))
  const through_app = importersOf([app], graph)
  return tests.filter(
    (path) =>
      affected.has(path) ||
      (through_app.has(path) && areas.has(areaOf(path))) ||
      (changed.length > 0 && [...reading_all_files, ...whole_shop_tests].includes(path)),
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

function areaOf(path: string): string {
  return nounOf(path) ?? path.replace(/[^/]*$/, '')
}
