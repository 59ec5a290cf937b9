import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { VCSProvider } from 'vitest/node'

const usual_bases = ['origin/main', 'main']

/** Tests that read sources instead of importing them: whatever changed may break these. */
const read_everything = [
  'test/laws.test.ts',
  'test/laws/sizes.test.ts',
  'test/laws/former-words.test.ts',
  'test/arrows.test.ts',
]

/** What tests start or read without importing it, and the file by which they do. */
const unseen: [changed: RegExp, by: string][] = [
  [/^(main\.ts$|config\/|platform\/|pure\/|db\/)/, 'test/support/process/stand-in-shop.ts'],
  [/^prepare\.mjs$/, 'test/prepare.test.ts'],
  [/^(vite\.config\.ts|storefront\/|admin\/)/, 'test/bundle.test.ts'],
  [/^shop\/order\/|^docs\//, 'shop/order/order-states.test.ts'],
]

/**
 * For `vitest run --changed [REF]`: what differs from where this branch left REF (origin/main if none
 * is named), committed or not. Vitest then runs the tests that import any of it, over however many files.
 */
export const changedFiles: VCSProvider = {
  findChangedFiles: async ({ root, changedSince }) => {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
    const base = typeof changedSince === 'string' ? changedSince : usualBase(git)
    const [since = 'HEAD'] = base === null ? [] : git('merge-base', 'HEAD', base)
    const changed = [
      ...git('diff', '--name-only', '--no-renames', since),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]
    const beside = unseen
      .filter(([what]) => changed.some((path) => what.test(path)))
      .map(([, by]) => by)
    return [...new Set([...changed, ...beside, ...read_everything])].map((path) =>
      resolve(root, path),
    )
  },
}

function usualBase(git: (...args: string[]) => string[]): string | null {
  const branches = git('branch', '--all', '--format=%(refname:short)')
  return usual_bases.find((name) => branches.includes(name)) ?? null
}
