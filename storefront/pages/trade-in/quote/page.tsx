import { tradeListUrl } from '#storefront/addresses/trade-in-links.ts'
import { CallForm } from '#storefront/pages/trade-in/call-form.tsx'
import { ImeiForm } from '#storefront/pages/trade-in/imei-form.tsx'
import { AskForm } from '#storefront/pages/trade-in/quote/ask-form.tsx'
import { AttachReport } from '#storefront/pages/trade-in/quote/attach-report.tsx'
import type {
  TradeQuoteData,
  TradeStartData,
} from '#storefront/pages/trade-in/quote/page.server.ts'
import { Quoted } from '#storefront/pages/trade-in/quote/quoted.tsx'
import { TradeRefusalNotice } from '#storefront/pages/trade-in/quote/trade-refusal-notice.tsx'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function meta(data: TradeQuoteData): PageMeta {
  const title = data.kind === 'quote' ? `Báo giá thu cũ ${data.quote.code}` : 'Báo giá thu cũ'
  return { title, robots: 'noindex, nofollow' }
}

/** What is typed for a quote, or the quote. */
export function Page({ data }: { data: TradeQuoteData }) {
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name: 'Thu cũ đổi mới', path: tradeListUrl(null) },
          { name: 'Báo giá', path: tradeListUrl('bao-gia') },
        ]}
      />
      <div className="mx-auto mb-6 grid max-w-3xl gap-4">
        {data.kind === 'start' && <Start data={data} />}
        {data.kind === 'ask' && <AskForm data={data} />}
        {data.kind === 'quote' && <Quoted quote={data.quote} is_linked={data.is_linked} />}
      </div>
    </>
  )
}

function Start({ data: { is_unknown, will_call, report, quotes } }: { data: TradeStartData }) {
  const answer = useFormAnswer()
  return (
    <div className="sheet grid gap-4 p-4 sm:p-5">
      <h1 className="text-2xl md:text-title-lg">Định giá máy cũ</h1>
      {will_call && (
        <Notice kind="info">
          Đã nhận yêu cầu. Cửa hàng gọi lại trong giờ mở cửa, từ số của cửa hàng.
        </Notice>
      )}
      {is_unknown && (
        <Notice kind="info">
          IMEI đúng, nhưng cửa hàng chưa biết đây là mẫu máy nào. Vui lòng chọn mẫu máy trong danh
          sách.
        </Notice>
      )}
      <TradeRefusalNotice answer={answer} />
      {report !== null && <AttachReport report={report} quotes={quotes} />}
      <FieldScope answer={answer}>
        <ImeiForm />
        <h2 className="text-lg">Đăng ký tư vấn</h2>
        <CallForm />
      </FieldScope>
      <a href={tradeListUrl(null)} className={buttonClass('outline', 'min-h-12')}>
        Chọn mẫu máy trong danh sách
      </a>
    </div>
  )
}
