import { deviceTest as contract, type DeviceTestReport } from '#contracts/storefront/device-test.ts'
import { Refusal } from '#pure/contract.ts'
import { device_test_codes } from '#pure/formats/device-tests.ts'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import { tradeAskUrl } from '#storefront/addresses/trade-in-links.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { report_texts } from '#storefront/commerce/device-test/report-refusals.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import { type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readInput, textFields } from '#web/runtime/read-form.ts'

export interface ReportData {
  report: DeviceTestReport | null
  /** The address of the report, for people who copy it. */
  url: string
  /** Where the report is attached to a quote for the device. */
  trade_url: string
  /** Why there is no report. */
  problem: string | null
}

const path = tool_addresses.deviceReport.path

/** The report of device tests in the address: `ma` is its token (decision 238). The form of the hub is sent here. */
export const page = personalPage<ReportData>({
  loader: async ({ services, url, shop }) => {
    const token = url.searchParams.get('ma')
    if (token === null) return { report: null, url: '', trade_url: '', problem: null }
    try {
      const report = await services.deviceTest.readReport(null, { token: token.slice(0, 4_000) })
      const url_of_report = shop.public_url + withQuery(path, { ma: token })
      return { report, url: url_of_report, trade_url: tradeAskUrl({ phieu: token }), problem: null }
    } catch (error) {
      if (!(error instanceof Refusal) || !Object.hasOwn(report_texts, error.code)) throw error
      return {
        report: null,
        url: '',
        trade_url: '',
        problem: refusalMessage(error, report_texts).text,
      }
    }
  },
  actions: { sign },
})

async function sign({ services }: PersonalContext, form: FormData) {
  const input = readInput(contract.signReport.input, findingsIn(form))
  const { token } = await services.deviceTest.signReport(null, input)
  return { redirect: withQuery(path, { ma: token }) }
}

/** The fields of the hub's cards: verdict_screen, note_screen … A card without a verdict was not tried. */
function findingsIn(form: FormData) {
  const fields = new Map(textFields(form))
  const results = device_test_codes.flatMap((test) => {
    const verdict = fields.get(`verdict_${test}`)
    return verdict === undefined ? [] : [{ test, verdict, note: fields.get(`note_${test}`) ?? '' }]
  })
  const captcha = fields.get('g-recaptcha-response')
  return {
    device_name: fields.get('device_name') ?? '',
    results,
    ...(captcha === undefined ? {} : { 'g-recaptcha-response': captcha }),
  }
}
