import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { changedTests } from './test/changed-files.ts'
import { RepeatedTests } from './test/repeated-tests.ts'
import { SlowestFiles } from './test/slowest-files.ts'

/** A notice or job may take seconds on a busy machine. */
const patience = { poll: { timeout: 10_000 } }
const ignored = ['node_modules/**', 'dist/**', 'data/**']

const soak = {
  expect: patience,
  provide: { is_soak: true },
  globalSetup: ['test/support/global-database.ts'],
  setupFiles: ['test/support/property-seed.ts'],
  testTimeout: 300_000,
  hookTimeout: 90_000,
}
/** Soak tests with load or killed processes. They would disturb others, so they run last and one at a time. */
const disturbing = [
  'test/*.soak.ts',
  'test/threats/t15-flooding.soak.ts',
  '**/*-kill.soak.ts',
  'admin/auth/staff-login.soak.ts',
  'platform/backup/backup.soak.ts',
]

/** Tests that the soak tests of the same run import, to run them with more rounds: once is enough. */
function testsOfSoak(): string[] {
  if (!process.argv.includes('soak')) return []
  const files = globSync('{admin,platform,pure,shop,storefront,test,web}/**/*.soak.ts')
  return files.flatMap((file) => {
    const [, imported] = /^import '#(.+\.test\.ts)'$/m.exec(readFileSync(file, 'utf8')) ?? []
    return imported === undefined ? [] : [imported]
  })
}

/**
 * Walks over all operations, pages, tables or permissions, and restores of whole shops. Each takes many seconds.
 * `npm test` runs them; `npm run verify` only if a change reaches them, or with `-- --walks` (decision 326).
 */
const walks = [
  'admin/ledger-walk.test.ts',
  'admin/role-walk.test.ts',
  'platform/backup/backup.test.ts',
  'shop/flows/import/round-trip.test.ts',
  'shop/flows/receive-payment/numbers-after-restore.test.ts',
  'shop/flows/staff/customers/redo-erasures.test.ts',
  'shop/flows/staff/customers/stop-after-restore.test.ts',
  'storefront/runtime/hostile/malformed-paths.test.ts',
  'storefront/runtime/public-pages.test.ts',
  'storefront/seo/feed-prices.test.ts',
  'test/threats/f10-no-letters.test.ts',
  'test/threats/t12-identity-leaks.test.ts',
  'test/threats/t20-logs.test.ts',
]

const production_jsx = { jsx: { runtime: 'automatic', development: false } } as const

/** The settings of `node` and `walks`. */
const in_node = {
  // React as the built shop runs it. Its development build renders several times slower.
  env: { NODE_ENV: 'production' },
  expect: patience,
  provide: { is_soak: false },
  globalSetup: ['test/support/global-database.ts'],
  setupFiles: ['test/support/property-seed.ts'],
  // Test files share imported modules, so these must not have mutable state. This halves the duration.
  isolate: false,
  maxWorkers: 2,
  // Tests make much garbage that dies young: a larger young generation saves a tenth of their CPU.
  execArgv: ['--max-semi-space-size=64'],
  // Only stops what hangs: a machine that many share takes minutes for what takes a second alone.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** Journeys over a list of pages: each takes minutes, so none may begin last, with one core left idle. */
const long_journeys =
  /\/(everybody|early-presses|pages|startup|every-page|lighthouse)\.journey\.ts$/

class LongJourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long_journeys.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * Four kinds of tests: tests beside their source in Node, slow walks over the whole shop, journeys in a real browser,
 * and soak tests with repetition, load and killed processes (`npm run soak`).
 */
export default defineConfig({
  test: {
    reporters: ['default', new SlowestFiles(), new RepeatedTests()],
    sequence: { sequencer: LongJourneysFirst },
    experimental: { vcsProvider: changedTests },
    projects: [
      {
        oxc: production_jsx,
        test: {
          ...in_node,
          name: 'node',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...ignored, ...testsOfSoak(), ...walks],
        },
      },
      {
        oxc: production_jsx,
        test: {
          ...in_node,
          name: 'walks',
          include: walks,
          exclude: [...ignored, ...testsOfSoak()],
        },
      },
      {
        test: {
          name: 'browser',
          expect: patience,
          // Files share the browser of their worker, and what they import (decision 365).
          isolate: false,
          // After all other tests. Two at a time: a journey waits for its browser half of its time.
          sequence: { groupOrder: 1 },
          include: ['test/**/*.journey.ts'],
          exclude: ignored,
          globalSetup: ['test/support/global-database.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          maxWorkers: 2,
          // A browser on a busy machine fails once in some thousand steps. The run lists what passed only then.
          retry: 2,
        },
      },
      {
        test: {
          name: 'soak',
          sequence: { groupOrder: 2 },
          ...soak,
          include: ['**/*.soak.ts'],
          exclude: [...ignored, ...disturbing],
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'soak-alone',
          sequence: { groupOrder: 3 },
          ...soak,
          include: disturbing,
          exclude: ignored,
          fileParallelism: false,
        },
      },
    ],
  },
})
