import type { Redirect } from '#contracts/storefront/redirects.ts'

/**
 * A path in the form in which rules are stored and looked up: "/khuy%E1%BA%BFn-m%C3%A3i" is "/khuyến-mãi", as people
 * write it, and "/%61" is "/a". What would part a path or a line stays encoded.
 */
export function readablePath(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, decodedPart).normalize('NFC')
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part).replace(/[/?#\s\\%\p{Cc}]/gu, encodeURIComponent)
  } catch {
    return part
  }
}

/** The target of a rule in the same form. Its query stays as it is. */
export function readableTarget(target: string): string {
  const [path, query] = parted(target)
  return path.startsWith('/') ? readablePath(path) + query : target
}

/** The path of an address, and its query with what follows it. */
function parted(address: string): [path: string, query: string] {
  const { length } = /^[^?#]*/.exec(address)?.[0] ?? ''
  return [address.slice(0, length), address.slice(length)]
}

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
function ruleOf(rules: ReadonlyMap<string, Rule>, asked: string): Rule | null {
  const exact = rules.get(asked)
  if (exact !== undefined) return exact
  for (let end = asked.lastIndexOf('/'); end > 0; end = asked.lastIndexOf('/', end - 1)) {
    const rule = rules.get(asked.slice(0, end))
    if (rule?.is_prefix === true) return rule
  }
  return null
}

/** Rules follow each other so often at most. */
const most_hops = 20

/**
 * Returns where a path leads; null: no rule is for it, or it would be led in a circle. Rules are checked when they are
 * saved, but a file or the database may hold addresses that only a browser reads as the same.
 */
export function leadFrom(rules: ReadonlyMap<string, Rule>, asked: string): Redirect | null {
  const rule = ruleOf(rules, asked)
  const first = rule && redirectOf(rule, asked)
  let next = first
  for (let hop = 0; hop < most_hops; hop++) {
    if (next === null || next.is_external) return first
    const path = readablePath(new URL(next.target, 'http://shop').pathname)
    const onward = ruleOf(rules, path)
    next = onward && redirectOf(onward, path)
  }
  return null
}

/** Returns where a path leads by a rule: what follows a prefix is appended, before the query of the target. */
function redirectOf(rule: Rule, asked: string): Redirect {
  const { target, status, is_external } = rule
  const rest = asked.slice(rule.path.length).replace(/^\/+/, '/')
  if (rest === '') return { target, status, is_external }
  const [before, query] = parted(target)
  return { target: before.replace(/\/$/, '') + rest + query, status, is_external }
}
