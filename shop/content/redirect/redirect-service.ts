import type { redirects } from '#contracts/storefront/redirects.ts'
import type { Database } from '#db/schema.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import type { Now } from '#platform/clock.ts'
import { type ChangeFeed, EVERYTHING } from '#platform/database/change-feed.ts'
import type { Service } from '#pure/contract.ts'
import { listActiveRedirects } from '#shop/content/redirect/redirect-store.ts'
import { redirectOf, ruleOf } from '#shop/content/redirect/redirect.ts'

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
    async () => new Map((await listActiveRedirects(db)).map((rule) => [rule.path, rule])),
    now,
    cache_ms,
  )
  feed?.subscribe(async (tags) => {
    if (tags.has(EVERYTHING)) rules.forget()
  })
  return {
    async find(_caller, { path }) {
      const rule = ruleOf(await rules(), path)
      return rule === null ? null : redirectOf(rule, path)
    },
  }
}
