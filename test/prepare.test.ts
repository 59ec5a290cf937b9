import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// What prepare.mjs does around a build, with a bundler of ten lines in place of the real one.
const stand_in_bundler = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
if (process.argv.some((word) => word.startsWith('--ssr'))) process.exit(0)
const version = readFileSync('app.ts', 'utf8').trim()
mkdirSync('dist/client/assets', { recursive: true })
writeFileSync('dist/client/assets/page-' + version + '.js', version)
const manifest = { 'page.tsx': { file: 'assets/page-' + version + '.js' } }
writeFileSync('dist/client/manifest.json', JSON.stringify(manifest))
`
const hour_ms = 3_600_000
let house: string

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'tiem prepare '))
  await cp('prepare.mjs', join(house, 'prepare.mjs'))
  await mkdir(join(house, 'node_modules', 'vite', 'bin'), { recursive: true })
  await mkdir(join(house, 'node_modules', '.bin'))
  await symlink(process.execPath, join(house, 'node_modules', '.bin', 'node'))
  await writeFile(join(house, 'node_modules', 'vite', 'bin', 'vite.js'), stand_in_bundler)
  await writeFile(join(house, 'package.json'), '{ "type": "module", "optionalDependencies": {} }')
  await writeFile(join(house, 'package-lock.json'), '{ "packages": {} }')
  await writeFile(join(house, 'vite.config.ts'), '')
})
afterAll(() => rm(house, { recursive: true, force: true }))

test('the files of the build before stay for a day after they were replaced', async () => {
  expect(await build('one')).toEqual(['page-one.js'])
  // However old a file is: its day begins when a newer build takes its place.
  await age('page-one.js', 1_000)
  expect(await build('two')).toEqual(['page-one.js', 'page-two.js'])
  await age('page-one.js', 23)
  expect(await build('three')).toEqual(['page-one.js', 'page-three.js', 'page-two.js'])
  await age('page-one.js', 25)
  expect(await build('four')).toEqual(['page-four.js', 'page-three.js', 'page-two.js'])
})

test('what is built already is not built again', async () => {
  const before = await build('five')
  await rm(join(house, 'dist', 'client', 'assets', 'page-five.js'))
  expect(await build('five')).toEqual(before.filter((name) => name !== 'page-five.js'))
})

/** Prepares the house with sources of this version; the browser's files that lie there then. */
async function build(version: string): Promise<string[]> {
  await writeFile(join(house, 'app.ts'), version)
  const child = spawn(process.execPath, ['prepare.mjs'], {
    cwd: house,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((done) => child.once('close', done))
  expect(code).toBe(0)
  return (await readdir(join(house, 'dist', 'client', 'assets'))).toSorted()
}

async function age(file: string, hours: number): Promise<void> {
  const then = new Date(Date.now() - hours * hour_ms)
  await utimes(join(house, 'dist', 'client', 'assets', file), then, then)
}
