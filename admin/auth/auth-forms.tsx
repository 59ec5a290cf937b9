import { auth_paths, passkeyPath } from '#admin/addresses/auth-paths.ts'
import { PlainForm } from '#web/ui/plain-form.tsx'
import { TextField } from '#admin/kit/staff-form.tsx'
import { buttonClass } from '#web/ui/button.ts'

interface SignInProps {
  login_name: string
  next: string
  has_first_account_link: boolean
  demo_roles: readonly { role_code: string; name: string }[]
}

/** Name and password; in a demo shop also the roles that anybody may enter. */
export function SignInForm({ login_name, next, has_first_account_link, demo_roles }: SignInProps) {
  return (
    <>
      <section className="sheet grid gap-4">
        <PlainForm action={auth_paths.sign_in} hidden={{ next }} submit="Đăng nhập">
          <TextField
            label="Tên đăng nhập"
            name="login_name"
            defaultValue={login_name}
            autoComplete="username"
            maxLength={80}
          />
          <TextField
            label="Mật khẩu"
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={200}
          />
        </PlainForm>
        {/* The page behind it has a script; this one has none, because it has a password. */}
        <a href={passkeyPath(next)} className={buttonClass('outline', 'w-full noscript:hidden')}>
          Đăng nhập bằng passkey
        </a>
        <p className="text-sm text-muted">
          Quên mật khẩu hoặc mất điện thoại? Người quản lý gửi bạn một lời mời mới.
        </p>
        {has_first_account_link && (
          <p>
            <a href={auth_paths.first_account} className="link">
              Tạo tài khoản đầu tiên
            </a>
          </p>
        )}
      </section>
      {demo_roles.length > 0 && (
        <section className="sheet grid gap-3" aria-labelledby="demo-roles">
          <h2 id="demo-roles" className="text-lg">
            Cửa hàng mẫu: vào xem thử
          </h2>
          {demo_roles.map(({ role_code, name }) => (
            <PlainForm
              key={role_code}
              action={auth_paths.demo_role}
              hidden={{ role_code }}
              submit={`Vào với vai trò ${name}`}
              look="outline"
            />
          ))}
        </section>
      )}
    </>
  )
}

interface CodeProps {
  next: string
  /** The authenticator app that is enrolled; null if there is one already. */
  enrolment: { picture: string; secret: string } | null
  /** A passkey can be used instead, or registered where there is no second step yet. */
  offers_passkey: boolean
}

/** The code of the second step; at the first time also the QR code for the app. */
export function CodeForm({ next, enrolment, offers_passkey }: CodeProps) {
  return (
    <section className="sheet grid gap-4">
      {enrolment === null ? (
        <p>Mở ứng dụng xác thực trên điện thoại và nhập mã 6 số.</p>
      ) : (
        <>
          <p>
            Vai trò của bạn cần thêm một bước xác thực. Mở ứng dụng xác thực (Google Authenticator,
            Microsoft Authenticator…), quét mã này, rồi nhập mã 6 số mà ứng dụng hiện ra.
          </p>
          <img
            src={enrolment.picture}
            alt="Mã QR cho ứng dụng xác thực"
            width={220}
            height={220}
            className="mx-auto"
          />
          <p>
            Không quét được? Nhập khóa này vào ứng dụng:{' '}
            <strong className="font-mono wrap-anywhere select-all">{enrolment.secret}</strong>
          </p>
        </>
      )}
      <PlainForm action={auth_paths.code} hidden={{ next }} submit="Xác nhận">
        <TextField
          label="Mã 6 số"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={7}
        />
      </PlainForm>
      {offers_passkey && (
        <a href={passkeyPath(next, 2)} className={buttonClass('outline', 'w-full noscript:hidden')}>
          {enrolment === null ? 'Dùng passkey' : 'Dùng passkey thay cho ứng dụng'}
        </a>
      )}
      <p>
        <a href={auth_paths.sign_in} className="link">
          Đăng nhập lại từ đầu
        </a>
      </p>
    </section>
  )
}

/** Sets the password of whom an invitation is for. */
export function InviteForm(props: { invite: string; name: string; login_name: string }) {
  const { invite, name, login_name } = props
  return (
    <section className="sheet grid gap-4">
      <p>
        {`Chào ${name}. Hãy đặt mật khẩu cho tài khoản `}
        <strong>{login_name}</strong>.
      </p>
      <PlainForm action={auth_paths.invite} hidden={{ token: invite }} submit="Đặt mật khẩu">
        <NewPassword />
      </PlainForm>
    </section>
  )
}

/** Creates the first account of a shop. */
export function FirstAccountForm({ name, login_name }: { name: string; login_name: string }) {
  return (
    <section className="sheet grid gap-4">
      <p>
        Tài khoản này có vai trò Điều hành và thêm những nhân viên khác. Sau đó STAFF_TOKEN không mở
        được gì nữa.
      </p>
      <PlainForm action={auth_paths.first_account} submit="Tạo tài khoản">
        <TextField
          label="Họ tên"
          name="name"
          defaultValue={name}
          autoComplete="name"
          maxLength={80}
        />
        <TextField
          label="Tên đăng nhập"
          name="login_name"
          defaultValue={login_name}
          autoComplete="username"
          maxLength={80}
        />
        <NewPassword />
      </PlainForm>
    </section>
  )
}

function NewPassword() {
  return (
    <TextField
      label="Mật khẩu mới (từ 12 ký tự, có thể là một câu)"
      name="password"
      type="password"
      autoComplete="new-password"
      maxLength={200}
    />
  )
}
