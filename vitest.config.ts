import { defineConfig } from 'vitest/config'
import { changedTests } from './test/changed-files.ts'
import { SlowestFiles } from './test/slowest-files.ts'

const ignored = ['node_modules/**', 'dist/**', 'data/**']

/**
 * Three kinds of test: everything beside its source in Node, journeys through a real browser, and what
 * repeats, crowds and kills until something gives (`npm run soak`).
 */
export default defineConfig({
  test: {
    reporters: ['default', new SlowestFiles()],
    experimental: { vcsProvider: changedTests },
    projects: [
      {
        test: {
          name: 'node',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: ignored,
          provide: { is_soak: false },
          globalSetup: ['test/support/global-database.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          // Files share what they import: nothing in it may change by being used. Half the time it took.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'browser',
          // After everything else, one at a time: a browser wants the machine for itself.
          sequence: { groupOrder: 1 },
          include: ['test/**/*.journey.ts'],
          exclude: ignored,
          globalSetup: ['test/support/global-database.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'soak',
          // Last, and one at a time: crowds and killed processes leave no room for others.
          sequence: { groupOrder: 2 },
          include: ['**/*.soak.ts'],
          exclude: ignored,
          provide: { is_soak: true },
          globalSetup: ['test/support/global-database.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          testTimeout: 300_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
