import type { DeviceTestReport } from '#contracts/storefront/device-test.ts'
import { formatDate, formatDateTime } from '#pure/vietnam-time.ts'
import {
  test_texts,
  verdict_icons,
  verdict_looks,
  verdict_texts,
} from '#storefront/commerce/device-test/test-texts.ts'
import { summaryOf } from '#storefront/pages/device-test/report/report-summary.ts'
import { Icon } from '#web/ui/icons.tsx'

/** The report as a sheet of paper. */
export function ReportSheet({
  report,
  shop_name,
}: {
  report: DeviceTestReport
  shop_name: string
}) {
  const { device_name, results, made_at, expires_at, qr } = report
  return (
    <article className="sheet overflow-hidden print:rounded-none print:shadow-none">
      <header className="flex items-start justify-between gap-4 bg-ink p-5 text-white md:p-7 print:bg-white print:text-ink">
        <div className="min-w-0">
          <p className="text-sm font-semibold text-white/85 print:text-muted">
            {shop_name} · Phiếu kiểm tra máy
          </p>
          <h1 className="mt-1.5 text-2xl wrap-anywhere md:text-3xl">{device_name}</h1>
          <p className="mt-3 text-body font-semibold">{summaryOf(results)}</p>
          <p className="mt-1 text-sm text-white/85 print:text-muted">
            Lập lúc {formatDateTime(new Date(made_at))}, có giá trị đến hết ngày{' '}
            {formatDate(new Date(expires_at))}
          </p>
        </div>
        <img
          src={qr}
          alt="Mã QR mở phiếu này"
          width={184}
          height={184}
          className="size-32 shrink-0 rounded-xl bg-white sm:size-46"
        />
      </header>
      <ul className="divide-y divide-line px-5 md:px-7">
        {results.map(({ test, verdict, note }) => (
          <li key={test} className="flex items-center gap-3 py-3 print:py-2">
            <Icon name={test_texts[test].icon} className="size-6 shrink-0 text-muted" />
            <div className="min-w-0 flex-1">
              <p className="font-bold">{test_texts[test].name}</p>
              {note !== '' && <p className="text-sm wrap-anywhere text-muted">{note}</p>}
            </div>
            <span
              className={`inline-flex shrink-0 items-center gap-1 rounded-full px-3 py-1 text-sm font-bold ${verdict_looks[verdict]}`}
            >
              <Icon name={verdict_icons[verdict]} className="size-4" />
              {verdict_texts[verdict]}
            </span>
          </li>
        ))}
      </ul>
      <footer className="flex items-start gap-3 border-t border-line p-5 text-sm leading-relaxed text-muted md:px-7">
        <Icon name="shield-check" className="size-6 shrink-0 text-success" />
        <p>
          {shop_name} đã ký số phiếu này: kết quả và thời gian không thể sửa sau khi lập. Người dùng
          tự chấm; nhân viên kiểm tra lại khi nhận máy.
        </p>
      </footer>
    </article>
  )
}
