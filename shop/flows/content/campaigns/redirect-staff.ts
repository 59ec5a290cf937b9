import { redirectRules as contract, refuseRedirect } from '#contracts/staff/offers/redirects.ts'
import { mayCall } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import {
  deleteRedirect,
  listRedirects,
  lockRedirect,
  putRedirect,
} from '#shop/content/redirect/redirect-store.ts'
import { readablePath, readableTarget, redirectProblem } from '#shop/content/redirect/redirect.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'

interface Deps extends StaffFlowDeps {
  /** First path segments of the shop's own pages: no rule begins with one. */
  reserved_paths: readonly string[]
}

/** Redirect rules that staff make, change and remove (decision 255). */
export function redirectStaffService(deps: Deps): Service<typeof contract> {
  const { db, now, write, reserved_paths } = deps
  return {
    async redirects(actor) {
      const rows = await listRedirects(db)
      return {
        rows: rows.map(({ redirect_rule_id: _id, changed_at, ...row }) => ({
          ...row,
          changed_at: changed_at.toISOString(),
        })),
        may_change: mayCall(contract.saveRedirect, actor),
      }
    },
    async saveRedirect(actor, { version, ...typed }) {
      const { refuse } = contract.saveRedirect
      const rule = {
        ...typed,
        path: readablePath(typed.path),
        target: readableTarget(typed.target),
      }
      const reason = redirectProblem(rule, reserved_paths)
      if (reason !== null) throw refuse('redirect_refused', { reason })
      // A rule that a file brought encoded is known by its path as it is stored.
      if (version > 0) rule.path = typed.path
      const act = { actor, operation: 'redirectRules.saveRedirect' } as const
      await write(act, async (tx) => {
        const known = await lockRedirect(tx, rule.path)
        if ((known?.version ?? 0) !== version) throw refuse('redirect_changed')
        const by = { version: version + 1, changed_at: now(), changed_by: actor.name }
        try {
          await putRedirect(tx, { ...rule, status: rule.status === 302 ? 302 : 301, ...by })
        } catch (error) {
          if (isChain(error)) throw refuse('redirect_refused', { reason: 'chain' })
          throw error
        }
      })
      return { version: version + 1 }
    },
    async removeRedirect(actor, { path, version }) {
      await write({ actor, operation: 'redirectRules.removeRedirect' }, async (tx) => {
        const known = await lockRedirect(tx, path)
        if (known?.version !== version) throw refuseRedirect('redirect_changed')
        await deleteRedirect(tx, path)
      })
      return {}
    },
  }
}

function isChain(error: unknown): boolean {
  return (error as { constraint?: string } | null)?.constraint === 'redirect_rule_chain'
}
