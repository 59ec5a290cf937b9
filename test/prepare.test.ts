import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Tests what prepare.mjs does around a build, with a fake bundler of ten lines.
const fake_bundler = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
if (process.argv.some((word) => word.startsWith('--ssr'))) process.exit(0)
const version = readFileSync('app.ts', 'utf8').trim()
mkdirSync('dist/client/assets', { recursive: true })
writeFileSync('dist/client/assets/page-' + version + '.js', version)
const manifest = { 'page.tsx': { file: 'assets/page-' + version + '.js' } }
writeFileSync('dist/client/manifest.json', JSON.stringify(manifest))
`
const hour_ms = 3_600_000
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tiem prepare '))
  await cp('prepare.mjs', join(root, 'prepare.mjs'))
  await mkdir(join(root, 'node_modules', 'vite', 'bin'), { recursive: true })
  await mkdir(join(root, 'node_modules', '.bin'))
  await symlink(process.execPath, join(root, 'node_modules', '.bin', 'node'))
  await writeFile(join(root, 'node_modules', 'vite', 'bin', 'vite.js'), fake_bundler)
  await writeFile(join(root, 'package.json'), '{ "type": "module", "optionalDependencies": {} }')
  await writeFile(join(root, 'package-lock.json'), '{ "packages": {} }')
  await writeFile(join(root, 'vite.config.ts'), '')
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('the files of the previous build stay for a day after they were replaced', async () => {
  expect(await build('one')).toEqual(['page-one.js'])
  // The day begins when a newer build replaces a file, however old the file is.
  await age('page-one.js', 1_000)
  expect(await build('two')).toEqual(['page-one.js', 'page-two.js'])
  await age('page-one.js', 23)
  expect(await build('three')).toEqual(['page-one.js', 'page-three.js', 'page-two.js'])
  await age('page-one.js', 25)
  expect(await build('four')).toEqual(['page-four.js', 'page-three.js', 'page-two.js'])
})

test('a finished build is not repeated', async () => {
  const before = await build('five')
  await rm(join(root, 'dist', 'client', 'assets', 'page-five.js'))
  expect(await build('five')).toEqual(before.filter((name) => name !== 'page-five.js'))
})

/** Runs prepare.mjs with sources of this version. Returns the browser's files afterwards. */
async function build(version: string): Promise<string[]> {
  await writeFile(join(root, 'app.ts'), version)
  const child = spawn(process.execPath, ['prepare.mjs'], {
    cwd: root,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((done) => child.once('close', done))
  expect(code).toBe(0)
  return (await readdir(join(root, 'dist', 'client', 'assets'))).toSorted()
}

async function age(file: string, hours: number): Promise<void> {
  const then = new Date(Date.now() - hours * hour_ms)
  await utimes(join(root, 'dist', 'client', 'assets', file), then, then)
}
