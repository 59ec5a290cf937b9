import { useShop } from '#storefront/runtime/shop-data.ts'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import { NoReport } from '#storefront/pages/device-test/report/no-report.tsx'
import type { ReportData } from '#storefront/pages/device-test/report/page.server.ts'
import { ReportActions } from '#storefront/pages/device-test/report/report-actions.tsx'
import { ReportSheet } from '#storefront/pages/device-test/report/report-sheet.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'

export function meta({ report }: ReportData): PageMeta {
  const name = report === null ? '' : ` ${report.device_name}`
  return { title: `Phiếu kiểm tra${name}`, robots: 'noindex, nofollow' }
}

/** The signed report, to be printed, saved as a picture, or shown by its QR code. */
export function Page({ data: { report, url, trade_url, problem } }: { data: ReportData }) {
  const { shop } = useShop()
  return (
    <div className="mx-auto w-full max-w-3xl">
      <p className="mb-3 print:hidden">
        <a
          href={tool_addresses.deviceTest.path}
          className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
        >
          ‹ Kiểm tra linh kiện
        </a>
      </p>
      {report === null ? (
        <NoReport problem={problem} />
      ) : (
        <>
          <ReportSheet report={report} shop_name={shop.name} />
          <ReportActions report={report} shop_name={shop.name} url={url} />
          <p className="mt-3 print:hidden">
            <a href={trade_url} className="finger font-semibold text-accent hover:underline">
              Gắn phiếu vào báo giá thu cũ ›
            </a>
          </p>
        </>
      )}
    </div>
  )
}
