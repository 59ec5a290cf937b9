import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedFiles } from '#test/changed-files.ts'

const root = mkdtempSync(join(tmpdir(), 'tiem-changed-'))

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=An', '-c', 'user.email=an@vidu.vn', ...args], { cwd: root })

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const changed = (base?: string) => changedFiles(root, base).sort()

beforeAll(() => {
  git('init', '--quiet', '--initial-branch=main')
  for (const path of ['shop/a.ts', 'shop/b.ts', 'shop/c.ts']) write(path, 'old')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
  git('switch', '--quiet', '--create', 'work')
  write('shop/a.ts', 'committed')
  git('commit', '--quiet', '--all', '--message', 'Change a')
  write('shop/b.ts', 'not committed')
  write('shop/new.ts', 'not even added')
})
afterAll(() => rmSync(root, { recursive: true }))

test('the changes of this branch since it left main, committed or not', () => {
  expect(changed()).toEqual(['shop/a.ts', 'shop/b.ts', 'shop/new.ts'])
})

test('the changes since a named commit', () => {
  expect(changed('HEAD')).toEqual(['shop/b.ts', 'shop/new.ts'])
})

test('commits on main since then are not included', () => {
  git('stash', '--quiet', '--include-untracked')
  git('switch', '--quiet', 'main')
  write('shop/c.ts', 'theirs')
  git('commit', '--quiet', '--all', '--message', 'Change c')
  git('switch', '--quiet', 'work')
  git('stash', 'pop', '--quiet')
  expect(changed()).toEqual(['shop/a.ts', 'shop/b.ts', 'shop/new.ts'])
})
