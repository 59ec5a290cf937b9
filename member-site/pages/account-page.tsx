import { confirmUrl, paths } from '#member-site/addresses/paths.ts'
import { deviceName } from '#member-site/pages/device-name.ts'
import { Field, NewPasswordField } from '#member-site/pages/form.tsx'
import { PlainForm } from '#web/ui/plain-form.tsx'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'

interface Session {
  session_id: number
  device: string
  address: string
  seen_at: string
  is_this: boolean
}

interface AccountProps {
  phone: string
  name: string
  email: string
  has_password: boolean
  /** Whether the member has just shown who they are. */
  is_confirmed: boolean
  is_email_proven: boolean
  /** The merge that waits for this account. */
  merge: { is_leaving: boolean; phone: string; due_at: string } | null
  /** How many they have. */
  passkeys: number
  /** How many accounts at Google and Zalo they have linked, and whether the shop offers it. */
  identities: number
  offers_identities: boolean
  sessions: readonly Session[]
  /** How many things a code alone has added. */
  added: number
}

/** The member's own account: who they are, the password, and where they are signed in. */
export function AccountPage(props: AccountProps) {
  const { phone, name, email, is_email_proven, sessions, merge, added } = props
  return (
    <>
      {added > 0 && (
        <p className="rounded-2xl bg-gold p-4 text-ink">
          Gần đây có {added} mục được thêm vào tài khoản chỉ bằng mã gửi đến điện thoại.{' '}
          <a href={paths.added} className="font-semibold underline">
            Xem, giữ lại hoặc xóa
          </a>
        </p>
      )}
      {merge !== null && (
        <p className="rounded-2xl bg-gold p-4 text-ink">
          {merge.is_leaving
            ? `Tài khoản này sẽ được gộp vào tài khoản ${merge.phone}. `
            : `Tài khoản ${merge.phone} sẽ được gộp vào tài khoản này. `}
          <a href={paths.merge} className="font-semibold underline">
            Xem hoặc hủy
          </a>
        </p>
      )}
      <section className="sheet grid gap-4" aria-labelledby="profile">
        <h2 id="profile" className="text-lg">
          Thông tin
        </h2>
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span>
            Số điện thoại: <strong>{phone}</strong>
          </span>
          <a href={paths.phone} className="link">
            Đổi số
          </a>
        </p>
        <PlainForm
          action={paths.account}
          hidden={{ intent: 'profile' }}
          submit="Lưu"
          look="outline"
        >
          <Field
            label="Họ và tên"
            name="name"
            autoComplete="name"
            defaultValue={name}
            maxLength={60}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={email}
            maxLength={254}
          />
        </PlainForm>
        {email !== '' && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-muted">
            <span>{is_email_proven ? 'Email đã xác minh.' : 'Email chưa xác minh.'}</span>
            {!is_email_proven && (
              <a href={paths.email} className="link">
                Xác minh email
              </a>
            )}
          </p>
        )}
      </section>
      <PasswordSection {...props} />
      <PasskeySection passkeys={props.passkeys} />
      {(props.offers_identities || props.identities > 0) && (
        <IdentitySection identities={props.identities} />
      )}
      <section className="sheet grid gap-4" aria-labelledby="sessions">
        <h2 id="sessions" className="text-lg">
          Nơi đang đăng nhập
        </h2>
        <ul className="grid gap-3">
          {sessions.map((session) => (
            <SessionLine key={session.session_id} session={session} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <PlainForm
            action={paths.account}
            hidden={{ intent: 'end_others' }}
            submit="Đăng xuất mọi thiết bị khác"
            look="outline"
          />
        )}
      </section>
      <PlainForm action={paths.sign_out} submit="Đăng xuất" look="outline" />
      <p className="flex flex-wrap justify-center gap-x-6 gap-y-2">
        <a href={paths.merge} className="link text-sm">
          Gộp tài khoản khác
        </a>
        <a href={paths.close} className="link text-sm">
          Xóa tài khoản và dữ liệu
        </a>
      </p>
    </>
  )
}

type PasswordProps = Pick<AccountProps, 'has_password' | 'is_confirmed'>

function PasswordSection({ has_password, is_confirmed }: PasswordProps) {
  const title = has_password ? 'Đổi mật khẩu' : 'Đặt mật khẩu'
  return (
    <section className="sheet grid gap-4" aria-labelledby="password">
      <h2 id="password" className="text-lg">
        {title}
      </h2>
      {has_password || is_confirmed ? (
        <>
          <PlainForm
            action={paths.account}
            hidden={{ intent: 'password' }}
            submit={title}
            look="outline"
          >
            {has_password && (
              <Field
                label="Mật khẩu hiện tại"
                name="current"
                type="password"
                autoComplete="current-password"
                required
                maxLength={200}
              />
            )}
            <NewPasswordField />
          </PlainForm>
          <p className="text-sm text-muted">Các thiết bị khác sẽ bị đăng xuất.</p>
        </>
      ) : (
        <>
          <p className="text-muted">
            Bạn đang đăng nhập bằng mã. Để đặt mật khẩu, hãy xác nhận đây đúng là bạn.
          </p>
          <a href={confirmUrl(paths.account)} className={buttonClass('outline', 'w-full')}>
            Xác nhận là tôi
          </a>
        </>
      )}
    </section>
  )
}

function PasskeySection({ passkeys }: { passkeys: number }) {
  return (
    <section className="sheet grid gap-4" aria-labelledby="passkeys">
      <h2 id="passkeys" className="text-lg">
        Passkey
      </h2>
      <p className="text-muted">
        {passkeys === 0
          ? 'Đăng nhập bằng vân tay, khuôn mặt hoặc mã khóa màn hình: không cần mật khẩu, không chờ tin nhắn.'
          : `Bạn có ${passkeys} passkey.`}
      </p>
      <a href={paths.passkeys} className={buttonClass('outline', 'w-full')}>
        {passkeys === 0 ? 'Thêm passkey' : 'Quản lý passkey'}
      </a>
    </section>
  )
}

function IdentitySection({ identities }: { identities: number }) {
  return (
    <section className="sheet grid gap-4" aria-labelledby="identities">
      <h2 id="identities" className="text-lg">
        Google và Zalo
      </h2>
      <p className="text-muted">
        {identities === 0
          ? 'Liên kết để lần sau đăng nhập bằng Google hoặc Zalo, không chờ tin nhắn.'
          : `Bạn có ${String(identities)} liên kết.`}
      </p>
      <a href={paths.identities} className={buttonClass('outline', 'w-full')}>
        {identities === 0 ? 'Thêm liên kết' : 'Quản lý liên kết'}
      </a>
    </section>
  )
}

function SessionLine({ session }: { session: Session }) {
  const { session_id, device, address, seen_at, is_this } = session
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-mist p-4">
      <span className="grid min-w-0">
        <span className="font-semibold">
          {deviceName(device)}
          {is_this && <span className="text-success"> · thiết bị này</span>}
        </span>
        <span className="text-sm text-muted wrap-anywhere">
          {address} · {formatDateTime(new Date(seen_at))}
        </span>
      </span>
      {!is_this && (
        <form method="post" action={paths.account}>
          <input type="hidden" name="intent" value="end" />
          <input type="hidden" name="session_id" value={session_id} />
          <button type="submit" className={buttonClass('outline', 'px-4 py-2')}>
            Đăng xuất
          </button>
        </form>
      )}
    </li>
  )
}

interface CloseProps {
  erasure: {
    order_count: number
    invoice_count: number
    booking_count: number
    open: readonly string[]
    erase_at: string | null
    waiting_days: number
  }
  is_confirmed: boolean
}

/** What goes and what stays, and the request or the way back. */
export function ClosePage({ erasure, is_confirmed }: CloseProps) {
  const { order_count, invoice_count, booking_count, open, erase_at, waiting_days } = erasure
  return (
    <section className="sheet grid gap-4">
      {erase_at !== null && (
        <p className="font-semibold">
          Tài khoản và dữ liệu của bạn sẽ được xóa sau {formatDateTime(new Date(erase_at))}. Đến lúc
          đó bạn vẫn dùng và giữ lại được.
        </p>
      )}
      <div>
        <h2 className="text-lg">Xóa hẳn, không lấy lại được</h2>
        <ul className="mt-1 list-disc pl-5">
          <li>Tên, số điện thoại, email, ngày sinh, mật khẩu, passkey, liên kết Google và Zalo</li>
          <li>Sổ địa chỉ, thẻ ưu đãi và ảnh thẻ</li>
          <li>Tên, liên hệ, địa chỉ trong đơn hàng ({order_count}); tin nhắn và ghi chú</li>
          {booking_count > 0 && <li>Lịch hẹn sửa chữa ({booking_count})</li>}
          <li>Điểm và phiếu giảm giá không dùng được nữa</li>
        </ul>
      </div>
      <div>
        <h2 className="text-lg">Giữ lại theo luật thuế</h2>
        <p className="mt-1">
          Mã đơn, hàng đã mua, số tiền, bảo hành theo IMEI
          {invoice_count > 0 && `, thông tin công ty của ${String(invoice_count)} hóa đơn`}; không
          còn tên và số điện thoại của bạn.
        </p>
      </div>
      {open.length > 0 && <p>Việc xóa chờ đến khi xong đơn {open.join(', ')}.</p>}
      {erase_at === null ? (
        <PlainForm
          action={paths.close}
          hidden={{ intent: 'ask' }}
          submit={is_confirmed ? 'Xóa tài khoản và dữ liệu' : 'Xác nhận danh tính để xóa'}
        >
          <p className="text-muted">Bạn có {waiting_days} ngày để đổi ý.</p>
        </PlainForm>
      ) : (
        <PlainForm action={paths.close} hidden={{ intent: 'withdraw' }} submit="Giữ tài khoản" />
      )}
      <p>
        <a href={paths.account} className="link">
          Về tài khoản
        </a>
      </p>
    </section>
  )
}
