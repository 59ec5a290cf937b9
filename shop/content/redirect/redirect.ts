import type { Redirect } from '#contracts/storefront/redirects.ts'

/** A rule as it is asked for. */
interface WantedRule {
  path: string
  target: string
  is_external: boolean
}

/** Returns why a rule cannot be; null: it can, unless it makes a chain, which the database sees. */
export function redirectProblem(
  { path, target, is_external }: WantedRule,
  reserved: readonly string[],
): 'reserved' | 'target' | 'off_site' | null {
  if (reserved.includes(path.split('/')[1] ?? '')) return 'reserved'
  if (isOwnPath(target)) return is_external ? 'target' : null
  if (!isOtherSite(target)) return 'target'
  return is_external ? null : 'off_site'
}

/** Without dots as segments, which browsers resolve: such a target could be the path of the rule itself. */
function isOwnPath(target: string): boolean {
  const [path = ''] = target.split(/[?#]/)
  return /^\/([^/\s\\][^\s\\]*)?$/.test(target) && !/\/(\.|%2e){1,2}(\/|$)/i.test(path)
}

function isOtherSite(target: string): boolean {
  return /^https?:\/\/[a-z0-9.-]+(:\d+)?(\/[^\s\\]*)?$/i.test(target) && URL.canParse(target)
}

/** Returns where a path leads: what follows a prefix is appended, before the query of the target. */
export function redirectOf(rule: Redirect & { path: string }, asked: string): Redirect {
  const { target, status, is_external } = rule
  const rest = asked.slice(rule.path.length).replace(/^\/+/, '/')
  if (rest === '') return { target, status, is_external }
  const [before = '', query = ''] = target.split(/(?=[?#])/, 2)
  return { target: before.replace(/\/$/, '') + rest + query, status, is_external }
}
