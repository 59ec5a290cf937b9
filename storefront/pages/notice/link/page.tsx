import { Form } from 'react-router'
import type { LinkedNotice } from '#contracts/storefront/notices.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
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
  const { state } = notice
  const is_open = state === 'unconfirmed' || state === 'waiting'
  return (
    <section className="sheet mx-auto my-6 grid max-w-xl gap-5 p-4 sm:p-6">
      <h1 className="text-2xl">{notice.kind === 'start' ? 'Nhắc tôi' : 'Nhận tin về sản phẩm'}</h1>
      {notice.kind === 'start' ? (
        <p className="font-semibold">
          <a href={notice.start.href} className="hover:text-accent hover:underline">
            {notice.start.name}
          </a>
        </p>
      ) : (
        notice.kind !== 'address' && <NoticeItem item={notice.item} />
      )}
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
          Không nhận tin nào như thế này nữa
        </button>
      </Form>
    </section>
  )
}

function stateText(notice: LinkedNotice): string {
  const { state, channel, recipient } = notice
  if (notice.kind === 'address') {
    return state === 'stopped'
      ? `Đã dừng. Không có tin nào như thế này được gửi tới ${recipient} nữa.`
      : `Đăng ký của thư này không còn, nhưng ${recipient} vẫn có đăng ký khác.`
  }
  const message = { email: 'thư', sms: 'tin nhắn', push: 'thông báo' }[channel]
  const when = whenOf(notice)
  switch (state) {
    case 'unconfirmed':
      return `Bấm “Xác nhận” để nhận một ${message} tại ${recipient} khi ${when}.`
    case 'waiting':
      return `Đã xác nhận. Cửa hàng sẽ gửi một ${message} tới ${recipient || 'trình duyệt này'} khi ${when}.`
    case 'sent':
      return 'Cửa hàng đã gửi tin này cho bạn và không gửi thêm.'
    case 'stopped':
      return 'Đã dừng. Bạn không nhận tin này nữa.'
  }
}

function whenOf(notice: Exclude<LinkedNotice, { kind: 'address' }>): string {
  switch (notice.kind) {
    case 'stock':
      return 'sản phẩm có hàng trở lại'
    case 'price':
      return 'sản phẩm giảm giá'
    case 'start':
      return `bắt đầu, lúc ${formatDateTime(new Date(notice.start.starts_at))}`
  }
}
