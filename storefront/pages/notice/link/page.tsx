import { Form } from 'react-router'
import type { LinkedNotice } from '#contracts/storefront/notices.ts'
import { NoticeItem } from '#storefront/pages/notice/notice-item.tsx'
import type { NoticeLinkData } from '#storefront/pages/notice/link/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'

export function meta(): PageMeta {
  return { title: 'Nhận tin về sản phẩm', robots: 'noindex, nofollow' }
}

/** /bao-tin/{secret}: the state of the notice, and the buttons that change it. */
export function Page({ data: { notice, secret } }: { data: NoticeLinkData }) {
  const { state, item } = notice
  const is_open = state === 'unconfirmed' || state === 'waiting'
  return (
    <section className="sheet mx-auto my-6 grid max-w-xl gap-5 p-4 sm:p-6">
      <h1 className="text-2xl">Nhận tin về sản phẩm</h1>
      <NoticeItem item={item} />
      <Notice kind="info">{stateText(notice)}</Notice>
      <Form method="post" className="grid gap-2">
        <input type="hidden" name="secret" value={secret} />
        {state === 'unconfirmed' && (
          <button
            type="submit"
            name="intent"
            value="confirm"
            className={buttonClass('primary', 'min-h-12')}
          >
            Xác nhận nhận tin
          </button>
        )}
        {is_open && (
          <button type="submit" name="intent" value="stop" className={buttonClass('outline')}>
            Không nhận tin này
          </button>
        )}
      </Form>
      <Form method="post">
        <input type="hidden" name="secret" value={secret} />
        <input type="hidden" name="all" value="1" />
        <button
          type="submit"
          name="intent"
          value="stop"
          className={buttonClass('quiet', 'w-full text-sm')}
        >
          Không nhận tin về sản phẩm nào nữa
        </button>
      </Form>
    </section>
  )
}

function stateText({ kind, state, channel, recipient }: LinkedNotice): string {
  const message = { email: 'thư', sms: 'tin nhắn', push: 'thông báo' }[channel]
  const what = kind === 'stock' ? 'có hàng trở lại' : 'giảm giá'
  switch (state) {
    case 'unconfirmed':
      return `Bấm “Xác nhận” để nhận một ${message} tại ${recipient} khi sản phẩm ${what}.`
    case 'waiting':
      return `Đã xác nhận. Cửa hàng sẽ gửi một ${message} tới ${recipient} khi sản phẩm ${what}.`
    case 'sent':
      return 'Cửa hàng đã gửi tin này cho bạn và không gửi thêm.'
    case 'stopped':
      return 'Đã dừng. Bạn không nhận tin này nữa.'
  }
}
