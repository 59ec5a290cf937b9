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

/** Folders of shop/ that hold nouns rather than files: shop/inventory/stock is a noun, shop/cart too. */
const groups_of_nouns: readonly string[] = []

/** The noun of shop/ that a file belongs to, as its folder. */
export function nounOf(path: string): string | null {
  const [top, ...rest] = path.split('/')
  const depth = groups_of_nouns.includes(rest[0] ?? '') ? 2 : 1
  if (top !== 'shop' || rest.length <= depth) return null
  return [top, ...rest.slice(0, depth)].join('/')
}
