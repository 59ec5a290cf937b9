import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Icon } from '#web/ui/icons.tsx'

const steps = [
  ['choose', 'Chọn máy', 'Chọn mẫu máy và trả lời vài câu về tình trạng.'],
  ['value', 'Xem giá', 'Biết ngay giá thu và từng khoản trừ. Giá giữ 7 ngày.'],
  ['check', 'Kiểm máy', 'Đến cửa hàng, nhân viên kiểm từng mục trước mặt bạn.'],
  ['receive', 'Nhận tiền', 'Nhận tiền hoặc trừ vào máy mới. Bạn đồng ý thì mới thu.'],
] as const

/** The four steps of a trade-in, with drawings. */
export function TradeSteps() {
  return (
    <section aria-labelledby="cac-buoc" className="sheet mt-4 p-4 md:p-6">
      <h2 id="cac-buoc" className="text-lg md:text-xl">
        4 bước thu cũ đổi mới
      </h2>
      <ol className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(([picture, title, text], index) => (
          <li key={picture} className="flex items-center gap-3 lg:flex-col lg:text-center">
            <Photo
              picture={{
                src: `/media/steps/trade-in-${picture}.webp`,
                alt: '',
                width: 480,
                height: 360,
              }}
              sizes="(max-width: 800px) 120px, 180px"
              className="aspect-4/3 w-28 shrink-0 lg:w-full"
            />
            <div>
              <h3 className="text-base tracking-normal">{`${index + 1}. ${title}`}</h3>
              <p className="mt-0.5 text-[15px] leading-snug text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
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
          <p className="pb-4 text-[15px]">{answer}</p>
        </details>
      ))}
    </section>
  )
}
