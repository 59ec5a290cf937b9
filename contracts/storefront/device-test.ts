import { z } from 'zod'
import { line, requiredLine, solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'
import {
  device_name_length,
  device_note_length,
  device_notes_length,
  device_test_codes,
  device_verdicts,
} from '#pure/formats/device-tests.ts'

export const DeviceTestResult = z.object({
  test: z.enum(device_test_codes),
  verdict: z.enum(device_verdicts),
  /** What the test saw: "104/104 phím", "Intel Iris Xe". May be empty. */
  note: line(device_note_length),
})
export type DeviceTestResult = z.infer<typeof DeviceTestResult>

/** What somebody found out about a device in its browser. */
export const DeviceTestFindings = z.object({
  device_name: requiredLine(device_name_length, 'Vui lòng nhập tên máy, ví dụ Dell XPS 13.'),
  results: z
    .array(DeviceTestResult)
    .min(1, 'Hãy chấm ít nhất một mục rồi lập phiếu.')
    .max(device_test_codes.length)
    .refine(areDifferent, 'Mỗi mục chỉ được chấm một lần.')
    .refine(
      areShort,
      `Các ghi chú dài nhất ${device_notes_length} ký tự tất cả. Hãy viết gọn hơn.`,
    ),
})
export type DeviceTestFindings = z.infer<typeof DeviceTestFindings>

const DeviceTestReport = z.object({
  ...DeviceTestFindings.shape,
  made_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** The QR code of the page that shows the report, as a data: URL. */
  qr: z.string(),
})
export type DeviceTestReport = z.infer<typeof DeviceTestReport>

/** Longer ones are no tokens of ours. */
const token = z.string().max(4_000)

/**
 * Reports of device tests, served under /api/device-test. Nothing is stored: a report is its own token, which the shop
 * signed (decision 238).
 */
export const deviceTest = {
  signReport: operation({
    method: 'POST',
    path: '/v1/report',
    summary:
      'Signs the results of tests in a browser. The token holds them and is valid for 30 days.',
    access: 'public',
    limits: limits.sign_device_report,
    input: DeviceTestFindings.extend(solvedCaptcha),
    output: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
    refusals: {},
  }),
  readReport: operation({
    method: 'GET',
    path: '/v1/report',
    summary:
      'The results in a token. The signature proves their day and that nobody changed them since.',
    access: 'public',
    limits: limits.read_device_report,
    input: z.object({ token }),
    output: DeviceTestReport,
    refusals: {
      report_is_invalid: {
        status: 404,
        meaning: 'The token was not signed by this shop, or was changed.',
      },
      report_is_expired: { status: 410, meaning: 'The report is older than 30 days.' },
    },
  }),
}

function areDifferent(results: readonly DeviceTestResult[]): boolean {
  return new Set(results.map(({ test }) => test)).size === results.length
}

function areShort(results: readonly DeviceTestResult[]): boolean {
  const total = results.reduce((sum, { note }) => sum + note.length, 0)
  return total <= device_notes_length
}
