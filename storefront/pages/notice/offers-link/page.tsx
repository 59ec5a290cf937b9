import { Form } from 'react-router'
import type { OffersLinkData } from '#storefront/pages/notice/offers-link/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'

export function meta(): PageMeta {
  return { title: 'Ngừng nhận tin ưu đãi', robots: 'noindex, nofollow' }
}

const channels = { email: 'Thư ưu đãi', zalo: 'Tin ưu đãi qua Zalo', push: 'Thông báo ưu đãi' }

/** /nhan-uu-dai/{secret}: whether offers still go there, and the one button that stops them. */
export function Page({ data: { offer, secret } }: { data: OffersLinkData }) {
  const { channel, recipient, is_stopped } = offer
  const what = `${channels[channel]}${recipient === '' ? ' đến trình duyệt này' : ` đến ${recipient}`}`
  return (
    <section className="sheet mx-auto my-6 grid max-w-xl gap-5 p-4 sm:p-6">
      <h1 className="text-2xl">Ngừng nhận tin ưu đãi</h1>
      {is_stopped ? (
        <Notice kind="info">
          Đã ngừng. {what} không được gửi nữa. Tin về đơn hàng, bảo hành của bạn vẫn đến như thường.
        </Notice>
      ) : (
        <Form method="post" className="grid gap-3">
          <p>{what} đang được gửi vì bạn đã đồng ý.</p>
          <input type="hidden" name="secret" value={secret} />
          <button
            type="submit"
            name="intent"
            value="stop"
            className={buttonClass('primary', 'min-h-12')}
          >
            Ngừng nhận, về mọi sản phẩm
          </button>
        </Form>
      )}
    </section>
  )
}
