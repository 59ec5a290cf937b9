import type { ConsentPurpose } from '#pure/formats/consent.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { account_addresses } from '#storefront/addresses/account.ts'
import { consent_path } from '#storefront/addresses/account-links.ts'
import type { PrivacyData } from '#storefront/pages/privacy/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'
import { telLink } from '#web/ui/tel-link.ts'

const purposes: Record<ConsentPurpose, { title: string; text: string }> = {
  ads: {
    title: 'Đo hiệu quả quảng cáo',
    text: 'Khi bạn đến từ một quảng cáo, cửa hàng nhớ mã lượt bấm trong cookie “gclid” 7 ngày để biết quảng cáo nào có ích. Nếu bạn đến từ một trang tiếp thị liên kết, mã lượt bấm của trang đó được nhớ trong cookie “aff_session” 14 ngày và “aff_short_session” 30 phút, rồi đi kèm đơn hàng của bạn. Cửa hàng không theo dõi bạn trên trang khác.',
  },
  device: {
    title: 'Lưu trên máy này và thông báo',
    text: 'Trình duyệt lưu trang báo mất mạng với địa chỉ, điện thoại các cửa hàng; việc này không gửi dữ liệu nào đi. Nếu bạn bấm “Bật thông báo” cho một sản phẩm, cửa hàng lưu thêm địa chỉ nhận thông báo của trình duyệt và chỉ dùng để báo về sản phẩm đó. Rút lại thì không còn trang báo mất mạng và thông báo.',
  },
}

const logged = {
  ads: purposes.ads.title,
  device: purposes.device.title,
  mail: 'Nhận ưu đãi qua email',
  zalo: 'Nhận ưu đãi qua Zalo',
  push: 'Nhận ưu đãi qua thông báo',
  loan: 'Chuyển hồ sơ trả góp cho công ty tài chính',
} as const

const places = {
  banner: 'khi mở trang',
  page: 'tại trang này',
  checkout: 'khi đặt hàng',
  booking: 'khi đặt lịch hẹn',
  mail: 'qua liên kết trong email',
  loan: 'trong tờ khai trả góp',
  offers: 'tại trang nhận ưu đãi',
  message: 'qua liên kết trong tin',
} as const

export function meta(): PageMeta {
  return {
    title: 'Quyền riêng tư',
    description: 'Xem và đổi những gì bạn cho phép cửa hàng làm trên trình duyệt này.',
    canonical_path: account_addresses.privacy.path,
  }
}

/** /quyen-rieng-tu: each purpose with what it does, and the history of the choices. */
export function Page({ data: { choices, history, is_saved } }: { data: PrivacyData }) {
  const { shop } = useShop()
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Quyền riêng tư', path: account_addresses.privacy.path }]} />
      <div className="mx-auto grid max-w-3xl gap-4 pb-6">
        <section className="sheet p-4 sm:p-6">
          <h1 className="text-2xl">Quyền riêng tư</h1>
          <p className="mt-2 text-body text-muted">
            Giỏ hàng, đặt hàng và đăng nhập luôn hoạt động, dù bạn chọn gì dưới đây. Bỏ dấu chọn rồi
            lưu là rút lại sự đồng ý cho riêng mục đó.
          </p>
          {is_saved && (
            <div className="mt-4">
              <Notice kind="info">Đã lưu lựa chọn của bạn.</Notice>
            </div>
          )}
          <form method="post" action={consent_path} className="mt-5 grid gap-4">
            <input type="hidden" name="place" value="page" />
            <input
              type="hidden"
              name="return_to"
              value={`${account_addresses.privacy.path}?da-luu=1`}
            />
            {(Object.keys(purposes) as ConsentPurpose[]).map((purpose) => (
              <label
                key={purpose}
                className="flex cursor-pointer items-start gap-3 rounded-2xl border border-muted/50 p-4 hover:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
              >
                <input
                  type="checkbox"
                  name="purpose"
                  value={purpose}
                  defaultChecked={choices[purpose] === true}
                  className="mt-0.5 size-5 shrink-0 accent-accent outline-none"
                />
                <span className="min-w-0">
                  <span className="font-semibold">{purposes[purpose].title}</span>
                  <span className="mt-1 block text-sm text-muted">{purposes[purpose].text}</span>
                </span>
              </label>
            ))}
            <div className="flex flex-row-reverse flex-wrap gap-2">
              <button
                type="submit"
                className={buttonClass('primary', 'min-h-12 flex-1 sm:flex-none')}
              >
                Lưu lựa chọn
              </button>
              <button
                type="submit"
                name="choice"
                value="none"
                className={buttonClass('outline', 'min-h-12 flex-1 sm:flex-none')}
              >
                Từ chối tất cả
              </button>
            </div>
          </form>
        </section>
        <section className="sheet p-4 sm:p-6">
          <h2 className="text-base tracking-normal">Lựa chọn trước đây</h2>
          {history.length === 0 ? (
            <p className="mt-3 text-body text-muted">Bạn chưa chọn gì trên trình duyệt này.</p>
          ) : (
            <ul className="mt-3 grid gap-2 text-body">
              {history.map(
                ({ purpose, is_granted, chosen_at, place, text_version, withdrawn_at }) => (
                  <li key={`${purpose} ${chosen_at}`}>
                    <span className={`font-semibold ${is_granted ? 'text-success' : 'text-ink'}`}>
                      {is_granted ? 'Đồng ý' : 'Từ chối'}
                    </span>
                    : {logged[purpose]}
                    <span className="block text-note text-muted">
                      {formatDateTime(new Date(chosen_at))}, {places[place]}, nội dung bản{' '}
                      {text_version}
                      {withdrawn_at !== null && (
                        <>, rút lại {formatDateTime(new Date(withdrawn_at))}</>
                      )}
                    </span>
                  </li>
                ),
              )}
            </ul>
          )}
        </section>
        <p className="text-center text-sm text-balance">
          <a
            href={account_addresses.offers.path}
            className="font-semibold text-accent hover:underline"
          >
            Chọn nhận hay không nhận tin ưu đãi
          </a>
        </p>
        <p className="text-center text-sm text-balance text-muted">
          Muốn xem, sửa hoặc xóa dữ liệu cá nhân? Gọi{' '}
          <a
            href={telLink(shop.hotline)}
            className="font-semibold whitespace-nowrap text-accent hover:underline"
          >
            {shop.hotline}
          </a>{' '}
          hoặc viết thư tới{' '}
          <a
            href={`mailto:${shop.company.email}`}
            className="font-semibold text-accent hover:underline"
          >
            {shop.company.email}
          </a>
          .
        </p>
      </div>
    </>
  )
}
