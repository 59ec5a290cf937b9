import { confirmUrl, paths, withNext } from '#member-site/addresses/paths.ts'
import { Captcha, CodeField, PhoneField } from '#member-site/pages/form.tsx'
import { PlainForm } from '#web/ui/plain-form.tsx'
import type { TooManyRequests } from '#pure/too-many-requests.ts'
import { buttonClass } from '#web/ui/button.ts'

type CaptchaOffer = TooManyRequests['captcha']

interface EmailSignInProps {
  phone: string
  next: string
  captcha?: CaptchaOffer
}

/** A code by e-mail for whoever does not get the message. The page says the same of every phone. */
export function EmailSignInForm({ phone, next, captcha }: EmailSignInProps) {
  return (
    <section className="sheet grid gap-5">
      <p className="text-muted">
        Dùng cách này khi không nhận được tin nhắn. Mã chỉ gửi đến email đã xác minh của tài khoản,
        và chỉ khi bạn từng đăng nhập trên trình duyệt này.
      </p>
      <PlainForm action={paths.email_sign_in} hidden={{ next }} submit="Gửi mã qua email">
        <PhoneField phone={phone} />
        {captcha && <Captcha captcha={captcha} />}
      </PlainForm>
      <p>
        <a href={withNext(paths.sign_in, next)} className="link">
          Quay lại đăng nhập
        </a>
      </p>
    </section>
  )
}

interface EmailProps {
  /** Empty: the member has none. */
  email: string
  is_proven: boolean
  is_confirmed: boolean
  captcha?: CaptchaOffer
}

/** The e-mail address of the account: proven, or to be proven by a code. */
export function EmailPage({ email, is_proven, is_confirmed, captcha }: EmailProps) {
  return (
    <section className="sheet grid gap-5">
      {email === '' ? (
        <p>
          Tài khoản chưa có email. Hãy thêm email ở trang Tài khoản và bảo mật rồi quay lại đây.
        </p>
      ) : (
        <p>
          Email: <strong className="wrap-anywhere">{email}</strong>{' '}
          {is_proven ? '(đã xác minh)' : '(chưa xác minh)'}
        </p>
      )}
      <p className="text-muted">
        Email đã xác minh giúp bạn nhận mã khi điện thoại không nhận được tin nhắn, và xác nhận các
        thay đổi quan trọng.
      </p>
      {email !== '' && !is_proven && <ProveForm {...{ is_confirmed, captcha }} />}
      <p>
        <a href={paths.account} className="link">
          Tài khoản và bảo mật
        </a>
      </p>
    </section>
  )
}

function ProveForm({ is_confirmed, captcha }: { is_confirmed: boolean; captcha: CaptchaOffer }) {
  if (is_confirmed) {
    return (
      <PlainForm action={paths.email} hidden={{ intent: 'send' }} submit="Gửi mã xác minh">
        {captcha && <Captcha captcha={captcha} />}
      </PlainForm>
    )
  }
  return (
    <a href={confirmUrl(paths.email)} className={buttonClass('primary', 'w-full')}>
      Xác nhận là tôi
    </a>
  )
}

/** The code that the address got. */
export function EmailCodePage({ email }: { email: string }) {
  return (
    <section className="sheet grid gap-5">
      <PlainForm action={paths.email} hidden={{ intent: 'code' }} submit="Xác minh email">
        <p>
          Nhập mã vừa được gửi đến email <strong className="wrap-anywhere">{email}</strong>.
        </p>
        <CodeField />
      </PlainForm>
      <p>
        <a href={paths.email} className="link">
          Quay lại
        </a>
      </p>
    </section>
  )
}
