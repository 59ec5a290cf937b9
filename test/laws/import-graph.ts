import type { Graph } from '#test/laws/cycles.ts'
import { type Import, importsOf } from '#test/laws/parsed-source.ts'
import { isTest, paths, sources, texts } from '#test/laws/sources.ts'

/** Folders of shop/ that contain several nouns: then shop/inventory/stock is a noun, otherwise shop/cart. */
const noun_groups: readonly string[] = []

/** What each source imports. Reading it costs a second of CPU, and several laws ask. */
const imports = new Map<string, readonly Import[]>()

/** Imports between the files of the project, without tests. With `types`, type imports are included. */
export function importGraph({ types }: { types: boolean }): Graph {
  const own = sources.filter((path) => !isTest(path))
  return new Map(own.map((path) => [path, new Set(importedBy(path, types))]))
}

/** Value imports with the tests, and with the files that a test names in order to start or read them. */
export function graphWithTests(): Graph {
  const existing = new Set(paths)
  return new Map(
    sources.map((path) => {
      const named = isTest(path) ? namedIn(path).filter((name) => existing.has(name)) : []
      return [path, new Set([...importedBy(path, false), ...named])]
    }),
  )
}

/** The noun of shop/ that a file belongs to, as its folder, or null. */
export function nounOf(path: string): string | null {
  const [top, ...rest] = path.split('/')
  const depth = noun_groups.includes(rest[0] ?? '') ? 2 : 1
  if (top !== 'shop' || rest.length <= depth) return null
  return [top, ...rest.slice(0, depth)].join('/')
}

function importedBy(path: string, types: boolean): string[] {
  const found = imports.get(path) ?? importsOf(path, texts.get(path) ?? '')
  imports.set(path, found)
  return found.filter(({ is_type }) => types || !is_type).map(({ path: imported }) => imported)
}

function namedIn(path: string): string[] {
  const literals = (texts.get(path) ?? '').matchAll(/(['"`])([\w./-]+\.\w+)\1/g)
  return [...literals].map(([, , name = '']) => name)
}
