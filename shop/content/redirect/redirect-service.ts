import type { redirects } from '#contracts/storefront/redirects.ts'
import type { Database } from '#db/schema.ts'
import type { Service } from '#pure/contract.ts'
import { findRedirect } from '#shop/content/redirect/redirect-store.ts'
import { redirectOf } from '#shop/content/redirect/redirect.ts'

/** Answers where addresses lead (contract §2). */
export function redirectService({ db }: { db: Database }): Service<typeof redirects> {
  return {
    async find(_caller, { path }) {
      const rule = await findRedirect(db, path)
      return rule === undefined ? null : redirectOf(rule, path)
    },
  }
}
