import type { Database } from '#db/schema.ts'
import { findTargets, type Target } from '#shop/content/link-store.ts'
import { pathsIn } from '#shop/content/links.ts'

/** Returns the current targets of the links of a text by path, in the order of the text. */
export async function linksOf(db: Database, rich_text: string): Promise<Map<string, Target>> {
  const paths = pathsIn(rich_text)
  const targets = await findTargets(db, paths)
  return new Map(
    paths.flatMap((path) => {
      const target = targets.get(path)
      return target ? [[path, target] as const] : []
    }),
  )
}
