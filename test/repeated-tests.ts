import { relative } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

/** Prints the tests that passed only when they ran again. Each is a fault of the shop or of the test. */
export class RepeatedTests implements Reporter {
  readonly #repeated: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return
    const [error] = test.result().errors ?? []
    this.#repeated.push(
      `  ${relative('.', test.module.moduleId)} > ${test.fullName}\n    ${error?.message ?? 'no message'}`,
    )
  }

  onTestRunEnd(): void {
    if (this.#repeated.length === 0) return
    console.log(`\n Passed only at the second attempt: mend them\n${this.#repeated.join('\n')}`)
  }
}
