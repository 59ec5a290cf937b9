import type { NoticeWay } from '#storefront/addresses/account.ts'
import { buttonClass } from '#web/ui/button.ts'
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
    <nav aria-label="Cách nhận tin">
      <ul className="flex rounded-2xl bg-mist p-1">
        {ways.map(([way, name]) => (
          <li key={way} className="flex-1">
            <a
              href={urlOf(way)}
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
