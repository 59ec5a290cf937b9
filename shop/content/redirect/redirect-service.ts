import type { redirects } from '#contracts/storefront/redirects.ts'
import type { Database } from '#db/schema.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import type { Now } from '#platform/clock.ts'
import { type ChangeFeed, EVERYTHING } from '#platform/database/change-feed.ts'
import type { Service } from '#pure/contract.ts'
import { listActiveRedirects } from '#shop/content/redirect/redirect-store.ts'
import { leadFrom, readablePath } from '#shop/content/redirect/redirect.ts'

/** All pages ask for their rule, which staff change a few times a year. */
const cache_ms = 30_000

interface Deps {
  db: Database
  now: Now
  /** Announces a change of a rule as a change of everything: any page may be one that now leads elsewhere. */
  feed: ChangeFeed | null
}

/** Answers where addresses lead (contract §2). */
export function redirectService({ db, now, feed }: Deps): Service<typeof redirects> {
  const rules = cachedValue(
    async () => {
      const active = await listActiveRedirects(db)
      return new Map(
        active.map((rule) => {
          const path = readablePath(rule.path)
          return [path, { ...rule, path }]
        }),
      )
    },
    now,
    cache_ms,
  )
  feed?.subscribe(async (tags) => {
    if (tags.has(EVERYTHING)) rules.forget()
  })
  return {
    find: async (_caller, { path }) => leadFrom(await rules(), readablePath(path)),
  }
}
