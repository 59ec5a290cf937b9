import { confirmUrl, paths } from '#member-site/addresses/paths.ts'
import { deviceName } from '#member-site/pages/device-name.ts'
import { Captcha, CodeField, Field, Form, NewPasswordField } from '#member-site/pages/form.tsx'
import type { TooManyRequests } from '#pure/too-many-requests.ts'
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
  /** How many they have. */
  passkeys: number
  sessions: readonly Session[]
}

/** The member's own account: who they are, the password, and where they are signed in. */
export function AccountPage(props: AccountProps) {
  const { phone, name, email, sessions } = props
  return (
    <>
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
        <Form action={paths.account} hidden={{ intent: 'profile' }} submit="Lưu" look="outline">
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
        </Form>
      </section>
      <PasswordSection {...props} />
      <PasskeySection passkeys={props.passkeys} />
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
          <Form
            action={paths.account}
            hidden={{ intent: 'end_others' }}
            submit="Đăng xuất mọi thiết bị khác"
            look="outline"
          />
        )}
      </section>
      <Form action={paths.sign_out} submit="Đăng xuất" look="outline" />
      <p className="flex flex-wrap justify-center gap-x-6 gap-y-2">
        <a href={paths.merge} className="link text-sm">
          Gộp tài khoản khác
        </a>
        <a href={paths.close} className="link text-sm">
          Xóa tài khoản
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
          <Form
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
          </Form>
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
  phone: string
  /** Whether the code was sent. */
  is_sent: boolean
  captcha?: TooManyRequests['captcha']
}

/** What closing the account means, and the code that confirms it. */
export function ClosePage({ phone, is_sent, captcha }: CloseProps) {
  return (
    <section className="sheet grid gap-4">
      <p>
        Tên, email, mật khẩu và các nơi đang đăng nhập sẽ bị xóa ngay, không lấy lại được. Đơn hàng
        đã đặt và bảo hành vẫn được giữ theo luật. Để xóa cả tên và số điện thoại trên đơn cũ, hãy
        gọi cửa hàng.
      </p>
      {is_sent ? (
        <Form action={paths.close} submit="Xóa tài khoản">
          <p>
            Nhập mã vừa được gửi đến số <strong>{phone}</strong>.
          </p>
          <CodeField />
        </Form>
      ) : (
        <Form action={paths.close} submit="Nhận mã xác nhận" look="outline">
          {captcha && <Captcha captcha={captcha} />}
        </Form>
      )}
      <p>
        <a href={paths.account} className="link">
          Giữ tài khoản
        </a>
      </p>
    </section>
  )
}
