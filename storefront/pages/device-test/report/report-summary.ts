import type { DeviceTestResult } from '#contracts/storefront/device-test.ts'

/** "9 mục đạt, 1 không đạt, 1 bỏ qua" */
export function summaryOf(results: readonly DeviceTestResult[]): string {
  const count = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  return [
    `${passed} mục đạt`,
    ...(failed > 0 ? [`${failed} không đạt`] : []),
    ...(skipped > 0 ? [`${skipped} bỏ qua`] : []),
  ].join(', ')
}
