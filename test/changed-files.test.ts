import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedFiles } from '#test/changed-files.ts'

const root = mkdtempSync(join(tmpdir(), 'tiem-changed-'))

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=An', '-c', 'user.email=an@vidu.vn', ...args], { cwd: root })

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

async function changed(changedSince: string | true): Promise<string[]> {
  const resolver = null as never
  const found = await changedFiles.findChangedFiles({ root, changedSince, resolver })
  return found.map((path) => relative(root, path)).sort()
}

beforeAll(() => {
  git('init', '--quiet', '--initial-branch=main')
  for (const path of ['shop/a.ts', 'shop/b.ts', 'shop/c.ts', 'prepare.mjs']) write(path, 'old')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
  git('switch', '--quiet', '--create', 'work')
  write('shop/a.ts', 'committed')
  git('commit', '--quiet', '--all', '--message', 'Change a')
  write('shop/b.ts', 'not committed')
  write('shop/new.ts', 'not even added')
})
afterAll(() => rmSync(root, { recursive: true }))

test('what this branch changed since it left main, committed or not, and what reads everything', async () => {
  expect((await changed(true)).filter((path) => path.startsWith('shop/'))).toEqual([
    'shop/a.ts',
    'shop/b.ts',
    'shop/new.ts',
  ])
  expect(await changed(true)).toContain('test/laws.test.ts')
})

test('since a commit that is named', async () => {
  const paths = await changed('HEAD')
  expect(paths).toContain('shop/b.ts')
  expect(paths).not.toContain('shop/a.ts')
})

test('what others committed to main meanwhile is not ours', async () => {
  git('stash', '--quiet', '--include-untracked')
  git('switch', '--quiet', 'main')
  write('shop/c.ts', 'theirs')
  git('commit', '--quiet', '--all', '--message', 'Change c')
  git('switch', '--quiet', 'work')
  git('stash', 'pop', '--quiet')
  expect(await changed(true)).not.toContain('shop/c.ts')
})

test('who starts a file without importing it is run with it', async () => {
  expect(await changed('HEAD')).not.toContain('test/prepare.test.ts')
  write('prepare.mjs', 'new')
  expect(await changed('HEAD')).toContain('test/prepare.test.ts')
})
