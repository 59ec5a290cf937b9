import type { TradeReport } from '#contracts/storefront/trade/trade-in.ts'
import { device_test_names } from '#pure/formats/device-tests.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

const verdicts = { passed: 'Đạt', failed: 'Không đạt', skipped: 'Bỏ qua' } as const

/** What the owner found out in the browser of the device. It is no check: only its day and text are sure. */
export function OwnReport({ report: { device_name, made_at, results } }: { report: TradeReport }) {
  return (
    <section aria-label="Phiếu khách tự kiểm tra" className="sheet text-sm">
      <h2 className="text-base">Phiếu khách tự kiểm tra</h2>
      <p className="text-muted">
        {`${device_name} · lập lúc ${formatDateTime(new Date(made_at))}. Kết quả do khách chấm, vẫn kiểm lại từng mục.`}
      </p>
      <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {results.map(({ test, verdict, note }) => (
          <div key={test} className="flex items-baseline justify-between gap-3">
            <dt className="text-muted">{device_test_names[test]}</dt>
            <dd className={verdict === 'failed' ? 'font-bold text-sale' : ''}>
              {[verdicts[verdict], note].filter(Boolean).join(' · ')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
