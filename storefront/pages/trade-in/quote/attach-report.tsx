import { Form } from 'react-router'
import type { TradeQuote, TradeReport } from '#contracts/storefront/trade/trade-in.ts'
import { device_test_names } from '#pure/formats/device-tests.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import { tradeQuoteUrl } from '#storefront/addresses/trade-in-links.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import type { TradeStartData } from '#storefront/pages/trade-in/quote/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, TextField } from '#web/ui/field.tsx'

interface AttachReportProps {
  report: string
  quotes: TradeStartData['quotes']
}

/** Attaches the report that came along to one of the open quotes. */
export function AttachReport({ report, quotes }: AttachReportProps) {
  if (quotes.length === 0) {
    return (
      <p className="text-body">
        Bạn chưa có báo giá nào đang chờ. Hãy định giá máy, rồi mở lại phiếu kiểm tra để gắn vào báo
        giá.
      </p>
    )
  }
  return (
    <div className="grid gap-3">
      <h2 className="text-lg">Gắn phiếu kiểm tra vào báo giá</h2>
      {quotes.map(({ code, device_name, value }) => (
        <Form key={code} method="post" action={tradeQuoteUrl(code)} noValidate preventScrollReset>
          <input type="hidden" name="intent" value="report" />
          <input type="hidden" name="code" value={code} />
          <input type="hidden" name="device_report" value={report} />
          <button type="submit" className={buttonClass('primary', 'min-h-12 w-full')}>
            {device_name} · {formatDong(value)} · {code}
          </button>
        </Form>
      ))}
    </div>
  )
}

const verdicts = { passed: 'Đạt', failed: 'Không đạt', skipped: 'Bỏ qua' } as const

interface ReportOfQuoteProps {
  quote: TradeQuote
  secret: string | undefined
}

/** The attached report, and a field for another one while the shop has not said what it pays. */
export function ReportOfQuote({ quote: { code, report, may }, secret }: ReportOfQuoteProps) {
  const answer = useFormAnswer()
  if (report === null && !may.attach) return null
  return (
    <CheckoutSection title="PHIẾU KIỂM TRA MÁY">
      {report !== null && <Results report={report} />}
      {may.attach && (
        <Form
          method="post"
          action={tradeQuoteUrl(code, secret)}
          noValidate
          preventScrollReset
          className="grid gap-3"
        >
          <input type="hidden" name="intent" value="report" />
          <input type="hidden" name="code" value={code} />
          {secret !== undefined && <input type="hidden" name="secret" value={secret} />}
          <FieldScope answer={answer}>
            <TextField
              name="device_report"
              label={report === null ? 'Liên kết phiếu kiểm tra' : 'Thay bằng phiếu khác'}
              maxLength={4_200}
              autoComplete="off"
              required
              hint="Tự kiểm tra máy trên trình duyệt, lập phiếu rồi dán liên kết vào đây. Nhân viên xem phiếu khi kiểm máy."
            />
          </FieldScope>
          <div className="flex flex-wrap gap-2">
            <button type="submit" className={buttonClass('outline', 'min-h-12')}>
              Gắn phiếu
            </button>
            <a
              href={tool_addresses.deviceTest.path}
              className="finger inline-flex items-center font-semibold text-accent hover:underline"
            >
              Kiểm tra máy ngay
            </a>
          </div>
        </Form>
      )}
    </CheckoutSection>
  )
}

function Results({ report: { device_name, made_at, results } }: { report: TradeReport }) {
  return (
    <>
      <p className="text-body">
        <span className="font-semibold">{device_name}</span>
        {` · cửa hàng xác nhận lúc ${formatDateTime(new Date(made_at))}`}
      </p>
      <dl className="grid gap-2 text-body">
        {results.map(({ test, verdict, note }) => (
          <div key={test} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{device_test_names[test]}</dt>
            <dd className={verdict === 'failed' ? 'font-semibold text-sale' : ''}>
              {[verdicts[verdict], note].filter(Boolean).join(' · ')}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
