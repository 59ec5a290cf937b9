import type { Graph } from '#test/laws/cycles.ts'
import { importsOf } from '#test/laws/parsed-source.ts'
import { isTest, sources, texts } from '#test/laws/sources.ts'

/** Imports between the files of the project, its tests apart. `types`: those of types as well. */
export function importGraph({ types }: { types: boolean }): Graph {
  const own = sources.filter((path) => !isTest(path))
  return new Map(
    own.map((path) => [
      path,
      new Set(
        importsOf(path, texts.get(path) ?? '')
          .filter(({ is_type }) => types || !is_type)
          .map((found) => found.path),
      ),
    ]),
  )
}

/** The noun of shop/ that a file belongs to. */
export function nounOf(path: string): string | null {
  const [top, noun, file] = path.split('/')
  if (top !== 'shop' || noun === undefined || file === undefined) return null
  return noun
}
