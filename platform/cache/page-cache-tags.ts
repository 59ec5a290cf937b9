import { EVERYTHING } from '#platform/database/change-feed.ts'

/** Tag of a page that does not say what it is made of: any change removes it. */
export const ANY_CHANGE = 'any'

/** Changes that are remembered for pages that are being made meanwhile. */
const remembered = 100

/** Which keys depend on which tag, and what has changed lately. */
export function createTagIndex() {
  const keys_by_tag = new Map<string, Set<string>>()
  let moment = 0
  let lately: { moment: number; tags: ReadonlySet<string> }[] = []
  return {
    /** A mark in time, for `hasChanged`. */
    moment: () => moment,
    /** Whether any of `tags` changed since: a page that was begun before may show the old state. */
    hasChanged(tags: readonly string[], since: number): boolean {
      if (since === moment) return false
      if (since < moment - lately.length) return true
      return lately.some((change) => change.moment > since && touches(change.tags, tags))
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
    /** Notes a change and returns the keys that depend on it. */
    change(tags: ReadonlySet<string>, all: Iterable<string>): string[] {
      moment += 1
      lately = [...lately.slice(1 - remembered), { moment, tags }]
      if (tags.has(EVERYTHING)) return [...all]
      return [...tags, ANY_CHANGE].flatMap((tag) => [...(keys_by_tag.get(tag) ?? [])])
    },
  }
}

function touches(changed: ReadonlySet<string>, tags: readonly string[]): boolean {
  return changed.has(EVERYTHING) || tags.some((tag) => tag === ANY_CHANGE || changed.has(tag))
}
