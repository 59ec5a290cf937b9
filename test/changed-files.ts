import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { VCSProvider } from 'vitest/node'

const usual_bases = ['origin/main', 'main']

/** Files that changed since this branch left `base` (main by default), committed or not. */
export function changedFiles(root: string, base?: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const branches = git('branch', '--all', '--format=%(refname:short)')
  const from = base ?? usual_bases.find((name) => branches.includes(name))
  const [since = 'HEAD'] = from === undefined ? [] : git('merge-base', 'HEAD', from)
  return [
    ...git('diff', '--name-only', '--no-renames', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** For `vitest run --changed [REF]`: returns exactly the tests to run, so that Vitest adds none. */
export const changedTests: VCSProvider = {
  findChangedFiles: async ({ root, changedSince }) => {
    const { graphWithTests } = await import('#test/laws/import-graph.ts')
    const { relatedTests } = await import('#test/related-tests.ts')
    const base = typeof changedSince === 'string' ? changedSince : undefined
    return relatedTests(changedFiles(root, base), graphWithTests()).map((path) =>
      resolve(root, path),
    )
  },
}
