import { DrawnSteps } from '#storefront/commerce/blocks/drawn-steps.tsx'
import { Icon } from '#web/ui/icons.tsx'

const steps = [
  ['trade-in-choose', 'Chọn máy', 'Chọn mẫu máy và trả lời vài câu về tình trạng.'],
  ['trade-in-value', 'Xem giá', 'Biết ngay giá thu và từng khoản trừ. Giá giữ 7 ngày.'],
  ['trade-in-check', 'Kiểm máy', 'Đến cửa hàng, nhân viên kiểm từng mục trước mặt bạn.'],
  ['trade-in-receive', 'Nhận tiền', 'Nhận tiền hoặc trừ vào máy mới. Bạn đồng ý thì mới thu.'],
] as const

/** The four steps of a trade-in. */
export function TradeSteps() {
  return (
    <DrawnSteps
      title="4 bước thu cũ đổi mới"
      steps={steps}
      columns="lg:grid-cols-4"
      className="mt-4"
    />
  )
}

const faq = [
  [
    'Giá tại cửa hàng có khác giá báo không?',
    'Cửa hàng tính theo đúng bảng trừ của ngày báo giá. Nếu máy khác với khai báo, nhân viên ghi rõ lý do và bạn xem được trong liên kết của báo giá. Bạn không đồng ý thì lấy máy về, không mất phí.',
  ],
  [
    'Cần mang theo gì?',
    'Máy, căn cước để ghi bảng kê thu mua, hộp và phụ kiện nếu còn. Hãy sao lưu dữ liệu, đăng xuất iCloud hoặc Google và tắt Tìm máy. Cửa hàng không chụp ảnh căn cước.',
  ],
  [
    'Nhận tiền bằng cách nào?',
    'Dưới 5.000.000đ nhận tiền mặt hoặc chuyển khoản. Từ 5.000.000đ trong một ngày, cửa hàng chỉ chuyển khoản theo quy định thuế. Bạn cũng có thể trừ thẳng vào đơn nhận tại cửa hàng.',
  ],
  [
    'Trợ giá dùng khi nào?',
    'Khi tiền máy cũ được trừ vào đơn mua máy mới nhận tại cùng cửa hàng. Trợ giá không đổi thành tiền mặt.',
  ],
] as const

/** What owners ask, folded. */
export function TradeFaq() {
  return (
    <section aria-labelledby="hoi-dap" className="sheet mt-4 p-4 md:p-6">
      <h2 id="hoi-dap" className="text-lg md:text-xl">
        Câu hỏi thường gặp
      </h2>
      {faq.map(([question, answer]) => (
        <details key={question} className="group border-b border-line last:border-0">
          <summary className="faq-question">
            <h3 className="flex-1 text-base tracking-normal">{question}</h3>
            <Icon
              name="chevron-down"
              className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="pb-4 text-body">{answer}</p>
        </details>
      ))}
    </section>
  )
}
