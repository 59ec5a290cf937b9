import type { Services } from '#contracts/all.ts'
import { deviceTest as contract } from '#contracts/storefront/device-test.ts'
import type { Now } from '#platform/clock.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { device_report_path } from '#pure/formats/device-report-path.ts'
import { expiryOf, readToken, reportToken } from '#shop/trade/device-test/report-token.ts'

interface DeviceTestDeps {
  now: Now
  public_url: string
  /** Signs reports (hex). */
  report_key: string
}

/** Signs and reads reports of device tests. It uses no database: a report is its token (decision 238). */
export function deviceTestService({
  now,
  public_url,
  report_key,
}: DeviceTestDeps): Services['deviceTest'] {
  return {
    signReport: async (_caller, { device_name, results }) => {
      const report = { device_name, results, made_at: now() }
      return {
        token: reportToken(report, report_key),
        expires_at: expiryOf(report).toISOString(),
      }
    },
    readReport: async (_caller, { token }) => {
      const report = readToken(token, report_key)
      if (report === null) throw contract.readReport.refuse('report_is_invalid')
      const expires_at = expiryOf(report)
      if (expires_at <= now()) throw contract.readReport.refuse('report_is_expired')
      return {
        ...report,
        made_at: report.made_at.toISOString(),
        expires_at: expires_at.toISOString(),
        qr: qrPictureUrl(`${public_url}${device_report_path}?ma=${token}`),
      }
    },
  }
}
