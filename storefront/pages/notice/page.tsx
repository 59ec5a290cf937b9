import type { NoticeWay } from '#storefront/addresses/account.ts'
import { noticeUrl } from '#storefront/addresses/account-links.ts'
import { EmailForm } from '#storefront/pages/notice/email-form.tsx'
import { NoticeItem } from '#storefront/pages/notice/notice-item.tsx'
import type { NoticeData } from '#storefront/pages/notice/page.server.ts'
import { PushForm } from '#storefront/pages/notice/push-form.tsx'
import { SmsForm } from '#storefront/pages/notice/sms-form.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'

export function meta({ item }: NoticeData): PageMeta {
  return { title: `${titleOf(item.is_in_stock)}: ${item.name}`, robots: 'noindex, follow' }
}

/** /bao-tin: one message when the item is back, or cheaper than now. */
export function Page({ data }: { data: NoticeData }) {
  const { item, way, outcome, has_sms } = data
  const title = titleOf(item.is_in_stock)
  return (
    <>
      <Breadcrumb crumbs={[{ name: title, path: noticeUrl(item.item_id) }]} />
      <section className="sheet mx-auto mb-6 grid max-w-xl gap-5 p-4 sm:p-6">
        <h1 className="text-2xl">{title}</h1>
        <NoticeItem item={item} />
        {outcome === null ? (
          <>
            <Ways current={way} item_id={item.item_id} has_sms={has_sms} />
            <WayForm data={data} />
          </>
        ) : (
          <Outcome data={data} outcome={outcome} />
        )}
      </section>
    </>
  )
}

const messages: Record<NoticeWay, string> = {
  email: 'thư',
  sms: 'tin nhắn',
  'trinh-duyet': 'thông báo',
}

function Outcome({
  data: { item, way },
  outcome,
}: {
  data: NoticeData
  outcome: 'asked' | 'done'
}) {
  const message = messages[way]
  const event = item.is_in_stock ? 'giá thấp hơn hiện nay' : 'sản phẩm có hàng trở lại'
  return (
    <>
      {outcome === 'done' ? (
        <Notice kind="info">
          <p className="font-semibold">Đã đăng ký.</p>
          <p className="mt-1">
            Cửa hàng sẽ gửi một {message} khi {event}, không gửi từ 21 giờ đến 8 giờ sáng.{' '}
            {way === 'trinh-duyet'
              ? 'Bạn tắt thông báo bất cứ lúc nào trong cài đặt của trình duyệt.'
              : `Trong ${message} có liên kết để ngừng nhận tin.`}
          </p>
        </Notice>
      ) : (
        <Notice kind="info">
          <p className="font-semibold">Còn một bước: mở thư và bấm “Xác nhận”.</p>
          <p className="mt-1">
            Cửa hàng vừa gửi thư tới địa chỉ bạn nhập. Không thấy thư? Hãy xem mục thư rác. Nếu bạn
            đã đăng ký trước đó thì không có thư mới.
          </p>
        </Notice>
      )}
      <a href={`/${item.url_path}`} className={buttonClass('outline')}>
        Quay lại sản phẩm
      </a>
    </>
  )
}

function WayForm({ data }: { data: NoticeData }) {
  switch (data.way) {
    case 'email':
      return <EmailForm item={data.item} />
    case 'sms':
      return <SmsForm data={data} />
    case 'trinh-duyet':
      return <PushForm data={data} />
  }
}

interface WaysProps {
  current: NoticeWay
  item_id: number
  has_sms: boolean
}

function Ways({ current, item_id, has_sms }: WaysProps) {
  const ways = [
    ['email', 'Email', null],
    ...(has_sms ? [['sms', 'Tin nhắn', 'sms'] as const] : []),
    ['trinh-duyet', 'Trình duyệt', 'trinh-duyet'],
  ] as const
  return (
    <nav aria-label="Cách nhận tin">
      <ul className="flex rounded-2xl bg-mist p-1">
        {ways.map(([way, name, qua]) => (
          <li key={way} className="flex-1">
            <a
              href={noticeUrl(item_id, { qua })}
              aria-current={way === current ? 'page' : undefined}
              className="grid min-h-11 place-items-center rounded-xl px-1 text-center text-[15px] leading-tight font-semibold text-muted aria-[current=page]:bg-white aria-[current=page]:text-accent aria-[current=page]:shadow-sm"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function titleOf(is_in_stock: boolean): string {
  return is_in_stock ? 'Báo khi giảm giá' : 'Báo khi có hàng'
}
