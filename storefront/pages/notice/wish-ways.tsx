import type { NoticeWay } from '#storefront/addresses/account.ts'
import { buttonClass } from '#web/ui/button.ts'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** A mail asks to confirm, or nothing more is needed. */
export type WishOutcome = 'asked' | 'done'

interface WaysProps {
  current: NoticeWay
  has_sms: boolean
  urlOf: (way: NoticeWay) => string
}

/** The ways to hear of something, as links. */
export function Ways({ current, has_sms, urlOf }: WaysProps) {
  const ways = [
    ['email', 'Email'],
    ...(has_sms ? [['sms', 'Tin nhắn'] as const] : []),
    ['trinh-duyet', 'Trình duyệt'],
  ] as const
  return (
    <LinkTabs
      label="Cách nhận tin"
      tabs={ways.map(([way, name]) => ({ href: urlOf(way), name, is_current: way === current }))}
    />
  )
}

const messages: Record<NoticeWay, string> = {
  email: 'thư',
  sms: 'tin nhắn',
  'trinh-duyet': 'thông báo',
}

interface OutcomeProps {
  way: NoticeWay
  outcome: WishOutcome
  when: string
  night: string
  back: { href: string; text: string }
}

/** What follows after the form. */
export function Outcome({ way, outcome, when, night, back }: OutcomeProps) {
  const message = messages[way]
  return (
    <>
      <Notice kind="info">
        {outcome === 'done' ? (
          <>
            <p className="font-semibold">Đã đăng ký.</p>
            <p className="mt-1">
              Cửa hàng sẽ gửi một {message} khi {when}, không gửi {night}.{' '}
              {way === 'trinh-duyet'
                ? 'Bạn tắt thông báo bất cứ lúc nào trong cài đặt của trình duyệt.'
                : `Trong ${message} có liên kết để ngừng nhận tin.`}
            </p>
          </>
        ) : (
          <>
            <p className="font-semibold">Còn một bước: mở thư và bấm “Xác nhận”.</p>
            <p className="mt-1">
              Cửa hàng vừa gửi thư tới địa chỉ bạn nhập. Không thấy thư? Hãy xem mục thư rác. Nếu
              bạn đã đăng ký trước đó thì không có thư mới.
            </p>
          </>
        )}
      </Notice>
      <a href={back.href} className={buttonClass('outline')}>
        {back.text}
      </a>
    </>
  )
}
