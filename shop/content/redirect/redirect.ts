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

/** A rule in force: for one path, or for all below it too. */
export interface Rule extends Redirect {
  path: string
  is_prefix: boolean
}

/** Returns the rule of a path, of all rules by their path: the exact one, else the longest prefix. */
export function ruleOf(rules: ReadonlyMap<string, Rule>, asked: string): Rule | null {
  const exact = rules.get(asked)
  if (exact !== undefined) return exact
  for (let end = asked.lastIndexOf('/'); end > 0; end = asked.lastIndexOf('/', end - 1)) {
    const rule = rules.get(asked.slice(0, end))
    if (rule?.is_prefix === true) return rule
  }
  return null
}

/** Returns where a path leads: what follows a prefix is appended, before the query of the target. */
export function redirectOf(rule: Rule, asked: string): Redirect {
  const { target, status, is_external } = rule
  const rest = asked.slice(rule.path.length).replace(/^\/+/, '/')
  if (rest === '') return { target, status, is_external }
  const [before = '', query = ''] = target.split(/(?=[?#])/, 2)
  return { target: before.replace(/\/$/, '') + rest + query, status, is_external }
}
