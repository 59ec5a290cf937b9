import { defineConfig } from 'vitest/config'

const ignored = ['node_modules/**', 'dist/**', 'data/**']

/** Two kinds of test: everything beside its source in Node, and journeys through a real browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: ignored,
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
    ],
  },
})
