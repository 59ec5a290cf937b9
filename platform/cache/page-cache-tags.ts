import { EVERYTHING } from '#platform/database/change-feed.ts'

/** Tag of a page that does not name its dependencies: any change removes it. */
export const ANY_CHANGE = 'any'

/** Number of changes that are remembered for pages that are being rendered. */
const remembered = 100

/** Which keys depend on which tag, and what has changed recently. */
export function createTagIndex() {
  const keys_by_tag = new Map<string, Set<string>>()
  let moment = 0
  let recent: { moment: number; tags: ReadonlySet<string> }[] = []
  return {
    /** The number of changes so far, to be passed to `hasChanged`. */
    moment: () => moment,
    /** Whether any of `tags` changed since: a page whose rendering began before may show the old state. */
    hasChanged(tags: readonly string[], since: number): boolean {
      if (since === moment) return false
      if (since < moment - recent.length) return true
      return recent.some((change) => change.moment > since && touches(change.tags, tags))
    },
    add(key: string, tags: readonly string[]): void {
      for (const tag of tags) {
        const keys = keys_by_tag.get(tag)
        if (keys) keys.add(key)
        else keys_by_tag.set(tag, new Set([key]))
      }
    },
    drop(key: string, tags: readonly string[]): void {
      for (const tag of tags) {
        const keys = keys_by_tag.get(tag)
        if (keys?.delete(key) && keys.size === 0) keys_by_tag.delete(tag)
      }
    },
    /** Records a change and returns the keys that depend on it. */
    change(tags: ReadonlySet<string>, all: Iterable<string>): string[] {
      moment += 1
      recent = [...recent.slice(1 - remembered), { moment, tags }]
      if (tags.has(EVERYTHING)) return [...all]
      return [...tags, ANY_CHANGE].flatMap((tag) => [...(keys_by_tag.get(tag) ?? [])])
    },
  }
}

function touches(changed: ReadonlySet<string>, tags: readonly string[]): boolean {
  return changed.has(EVERYTHING) || tags.some((tag) => tag === ANY_CHANGE || changed.has(tag))
}
