import { paths, withNext } from '#member-site/addresses/paths.ts'
import {
  Captcha,
  CodeField,
  Field,
  NewPasswordField,
  PhoneField,
} from '#member-site/pages/form.tsx'
import { PlainForm } from '#web/ui/plain-form.tsx'
import { ProviderButtons, type Ways } from '#member-site/pages/identities/provider-buttons.tsx'
import { PasskeyForm } from '#member-site/pages/passkey-form.tsx'
import { code_words } from '#member-site/pages/code-words.ts'
import type { CodeWay } from '#member-site/runtime/asked-code.ts'
import type { TooManyRequests } from '#pure/too-many-requests.ts'

type CaptchaOffer = TooManyRequests['captcha']

interface PhoneProps {
  phone: string
  next: string
  captcha?: CaptchaOffer
}

/** The first step: the phone that a code is sent to. New and known phones begin alike. */
export function SignInForm({ phone, next, captcha, ways }: PhoneProps & Ways) {
  return (
    <section className="sheet grid gap-5">
      <p className="text-muted">
        Nhập số điện thoại, cửa hàng nhắn cho bạn một mã. Chưa có tài khoản? Mã này tạo luôn tài
        khoản.
      </p>
      <PlainForm action={paths.sign_in} hidden={{ next }} submit="Nhận mã">
        <PhoneField phone={phone} offers_passkeys />
        {captcha && <Captcha captcha={captcha} />}
      </PlainForm>
      <PasskeyForm
        action={paths.sign_in_passkey}
        purpose="sign_in"
        hidden={{ next }}
        submit="Đăng nhập bằng passkey"
        look="outline"
      />
      <p>
        <a href={withNext(paths.password, next)} className="link">
          Đăng nhập bằng mật khẩu
        </a>
      </p>
      <ProviderButtons ways={ways} next={next} />
    </section>
  )
}

interface CodeProps {
  phone: string
  next: string
  /** Whether a new password is set as well. */
  is_reset: boolean
  wait_s: number
  by: CodeWay
}

/** The second step: the code, and for whoever forgot it a new password. */
export function CodeForm({ phone, next, is_reset, wait_s, by }: CodeProps) {
  const action = is_reset ? paths.reset_code : paths.code
  const asking = is_reset ? paths.reset : by === 'email' ? paths.email_sign_in : paths.sign_in
  return (
    <section className="sheet grid gap-5">
      <p>
        {by === 'email' ? 'Nếu tài khoản của số ' : 'Mã đã được gửi đến số '}
        <strong>{phone}</strong>
        {by === 'sms' && ' bằng tin nhắn SMS'}
        {by !== 'email' && '.'}
        {code_words[by]} Mã dùng được trong 5 phút.
      </p>
      <PlainForm
        action={action}
        hidden={{ next }}
        submit={is_reset ? 'Đổi mật khẩu và đăng nhập' : 'Đăng nhập'}
      >
        <CodeField />
        {is_reset && <NewPasswordField />}
      </PlainForm>
      <PlainForm action={asking} hidden={{ next, phone }} submit="Gửi lại mã" look="outline" />
      <p className="text-sm text-muted">
        Chưa nhận được? Chờ {wait_s} giây rồi bấm “Gửi lại mã”
        {by === 'zalo' && ' để nhận mã mới bằng SMS'}, hoặc{' '}
        <a href={withNext(asking, next)} className="link">
          nhập số khác
        </a>
        . Không đưa mã cho bất kỳ ai, kể cả nhân viên cửa hàng.
      </p>
      {!is_reset && by !== 'email' && (
        <p className="text-sm text-muted">
          Điện thoại không nhận được tin?{' '}
          <a href={withNext(paths.email_sign_in, next)} className="link">
            Gửi mã qua email
          </a>
        </p>
      )}
    </section>
  )
}

/** Phone and password. */
export function PasswordForm({ phone, next }: PhoneProps) {
  return (
    <section className="sheet grid gap-5">
      <PlainForm action={paths.password} hidden={{ next }} submit="Đăng nhập">
        <PhoneField phone={phone} />
        <Field
          label="Mật khẩu"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
        />
      </PlainForm>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <a href={withNext(paths.sign_in, next)} className="link">
          Đăng nhập bằng mã
        </a>
        <a href={withNext(paths.reset, next)} className="link">
          Quên mật khẩu
        </a>
      </p>
    </section>
  )
}

/** The phone of whoever forgot the password. */
export function ResetForm({ phone, next, captcha }: PhoneProps) {
  return (
    <section className="sheet grid gap-5">
      <p className="text-muted">
        Cửa hàng nhắn một mã đến số điện thoại của bạn để đặt mật khẩu mới.
      </p>
      <PlainForm action={paths.reset} hidden={{ next }} submit="Nhận mã">
        <PhoneField phone={phone} />
        {captcha && <Captcha captcha={captcha} />}
      </PlainForm>
      <p>
        <a href={withNext(paths.password, next)} className="link">
          Quay lại đăng nhập
        </a>
      </p>
    </section>
  )
}

interface WelcomeProps {
  name: string
  email: string
  next: string
}

/** What a new member may say about themselves. All of it can be left out. */
export function WelcomeForm({ name, email, next }: WelcomeProps) {
  return (
    <section className="sheet grid gap-5">
      <p className="text-muted">
        Tài khoản đã sẵn sàng. Cho cửa hàng biết tên để nhân viên gọi đúng, đặt mật khẩu nếu bạn
        muốn.
      </p>
      <PlainForm action={paths.welcome} hidden={{ next }} submit="Lưu và tiếp tục">
        <Field
          label="Họ và tên"
          name="name"
          autoComplete="name"
          defaultValue={name}
          maxLength={60}
        />
        <Field
          label="Email (không bắt buộc)"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={email}
          maxLength={254}
        />
        <NewPasswordField optional />
      </PlainForm>
      <p>
        <a href={next} className="link">
          Để sau
        </a>
      </p>
    </section>
  )
}
