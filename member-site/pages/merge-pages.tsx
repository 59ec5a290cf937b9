import type { Moved } from '#contracts/member-site/merge.ts'
import { confirmUrl, paths } from '#member-site/addresses/paths.ts'
import { Captcha, CodeField, Field } from '#member-site/pages/form.tsx'
import { PlainForm } from '#web/ui/plain-form.tsx'
import { formatDong } from '#pure/money.ts'
import type { TooManyRequests } from '#pure/too-many-requests.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'

interface OtherPhoneProps {
  phone: string
  typed: string
  is_confirmed: boolean
  captcha?: TooManyRequests['captcha']
}

/** The first step: the phone of the other account. */
export function OtherPhonePage({ phone, typed, is_confirmed, captcha }: OtherPhoneProps) {
  return (
    <section className="sheet grid gap-5">
      <p>
        Tài khoản còn lại sau khi gộp: <strong>{phone}</strong>
      </p>
      {is_confirmed ? (
        <PlainForm action={paths.merge} hidden={{ intent: 'phone' }} submit="Nhận mã">
          <Field
            label="Số điện thoại của tài khoản kia"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            defaultValue={typed}
            placeholder="0912 345 678"
            required
            maxLength={20}
          />
          {captcha && <Captcha captcha={captcha} />}
        </PlainForm>
      ) : (
        <>
          <p className="text-muted">Trước khi gộp, hãy xác nhận đây đúng là bạn.</p>
          <a href={confirmUrl(paths.merge)} className={buttonClass('primary', 'w-full')}>
            Xác nhận là tôi
          </a>
        </>
      )}
      <p className="text-sm text-muted">
        Đơn hàng, điểm, phiếu giảm giá, sổ địa chỉ và sản phẩm yêu thích của tài khoản kia chuyển
        sang tài khoản này.
      </p>
    </section>
  )
}

/** The code that was sent to the phone of the other account. */
export function OtherCodePage({ phone }: { phone: string }) {
  return (
    <section className="sheet grid gap-5">
      <PlainForm action={paths.merge} hidden={{ intent: 'code' }} submit="Tiếp tục">
        <p>
          Nhập mã vừa được gửi đến số <strong>{phone}</strong>.
        </p>
        <CodeField />
      </PlainForm>
      <p>
        <a href={paths.merge} className="link">
          Nhập số khác
        </a>
      </p>
    </section>
  )
}

interface PreviewProps {
  phone: string
  other_phone: string
  /** What proves the other account beside its phone. */
  proof: 'password' | 'passkey' | 'none'
  moved: Moved
}

/** What moves, before it moves: it cannot be undone. */
export function MergePreviewPage({ phone, other_phone, proof, moved }: PreviewProps) {
  return (
    <>
      <section className="sheet grid gap-5">
        <p>
          Từ tài khoản <strong>{other_phone}</strong> sẽ chuyển sang <strong>{phone}</strong>:
        </p>
        <MovedList moved={moved} />
        <p className="text-muted">
          Sau đó bạn đăng nhập bằng số {phone}. Mật khẩu và passkey của tài khoản {other_phone} hết
          hiệu lực. Không tách lại được.
        </p>
        <PlainForm
          action={paths.merge}
          hidden={{ intent: 'merge' }}
          submit={proof === 'none' ? 'Gộp sau 24 giờ' : 'Gộp hai tài khoản'}
        >
          {proof === 'none' && (
            <p className="text-muted">
              Tài khoản {other_phone} không có mật khẩu hay passkey từ trước, nên việc gộp chờ 24
              giờ. Cửa hàng báo cho số và email của tài khoản đó; ai đang dùng tài khoản có thể hủy.
            </p>
          )}
          {proof === 'password' && (
            <Field
              label={`Mật khẩu của tài khoản ${other_phone}`}
              name="password"
              type="password"
              autoComplete="off"
              required
              maxLength={200}
            />
          )}
        </PlainForm>
      </section>
      <p className="text-center">
        <a href={paths.account} className="link">
          Để hai tài khoản riêng
        </a>
      </p>
    </>
  )
}

interface WaitingProps {
  /** Of the other account, masked. */
  phone: string
  due_at: string
  /** Whether this account is the one that goes. */
  is_leaving: boolean
}

/** A merge that is made by itself. Either account can stop it. */
export function WaitingMergePage({ phone, due_at, is_leaving }: WaitingProps) {
  const at = formatDateTime(new Date(due_at))
  return (
    <section className="sheet grid gap-5">
      <p>
        {is_leaving
          ? `Tài khoản này sẽ được gộp vào tài khoản ${phone} lúc ${at}.`
          : `Tài khoản ${phone} sẽ được gộp vào tài khoản này lúc ${at}.`}
      </p>
      <p className="text-muted">
        {is_leaving
          ? 'Sau đó bạn không đăng nhập vào tài khoản này được nữa. Nếu không phải bạn yêu cầu, hãy hủy ngay.'
          : 'Đến lúc đó hai tài khoản vẫn riêng. Nếu đổi ý, bạn có thể hủy.'}
      </p>
      <PlainForm
        action={paths.merge}
        hidden={{ intent: 'cancel' }}
        submit="Hủy gộp tài khoản"
        look={is_leaving ? 'primary' : 'outline'}
      />
    </section>
  )
}

/** What has moved. */
export function MergedPage({ public_url, moved }: { public_url: string; moved: Moved }) {
  return (
    <section className="sheet grid gap-5">
      <p>Hai tài khoản đã là một. Đã chuyển:</p>
      <MovedList moved={moved} />
      <a href={`${public_url}/smember`} className={buttonClass('primary', 'w-full')}>
        Xem tài khoản
      </a>
    </section>
  )
}

function MovedList({ moved }: { moved: Moved }) {
  const { orders, points, vouchers, addresses, wishes } = moved
  const lines = [
    ['Đơn hàng', String(orders)],
    ['Điểm', formatDong(points).replace('đ', '')],
    ['Phiếu giảm giá', String(vouchers)],
    ['Địa chỉ', String(addresses)],
    ['Sản phẩm yêu thích', String(wishes)],
  ] as const
  return (
    <dl className="grid gap-2 rounded-2xl bg-mist p-4">
      {lines.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt>{name}</dt>
          <dd className="font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
