import type { Graph } from '#test/laws/cycles.ts'
import { nounOf } from '#test/laws/import-graph.ts'
import { isTest } from '#test/laws/sources.ts'

/** What every test behind the door imports: to follow it would make every test related to everything. */
const door = 'app.ts'

/** Read every file, so that whatever changed may break them. */
const read_everything = [
  'test/laws/laws.test.ts',
  'test/laws/sizes.test.ts',
  'test/laws/former-words.test.ts',
  'test/laws/dependency-rules.test.ts',
]

/** A page and an order through the whole shop, for what breaks far from where it was changed. */
const far_away = ['storefront/server.test.ts', 'shop/order/order-service.test.ts']

/** What no import leads to and everything depends on. */
const concerns_all =
  /^(package\.json|package-lock\.json|vitest\.config\.ts|app\.ts|db\/migrations\/.*)$/

/**
 * The tests that a change can break, as far as that can be told from imports: those that import what
 * changed over however many files, and those that meet it behind the door and lie beside it or beside
 * what imports it. Others behind the door are left to the whole run.
 */
export function relatedTests(changed: readonly string[], graph: Graph): string[] {
  const tests = [...graph.keys()].filter((path) => /\.test\.tsx?$/.test(path))
  if (changed.some((path) => concerns_all.test(path))) return tests
  const concerned = importersOf(changed, graph)
  const areas = new Set([...concerned].filter((path) => !isTest(path)).map(areaOf))
  const behind_door = importersOf([door], graph)
  return tests.filter(
    (path) =>
      concerned.has(path) ||
      (behind_door.has(path) && areas.has(areaOf(path))) ||
      (changed.length > 0 && [...read_everything, ...far_away].includes(path)),
  )
}

/** These files and all that import them, directly or over others, but not over the door. */
function importersOf(files: readonly string[], graph: Graph): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [from, targets] of graph) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), from])
  }
  const found = new Set(files)
  const waiting = [...files]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const importer of importers.get(next) ?? []) {
      if (importer === door || found.has(importer)) continue
      found.add(importer)
      waiting.push(importer)
    }
  }
  return found
}

function areaOf(path: string): string {
  return nounOf(path) ?? path.replace(/[^/]*$/, '')
}
