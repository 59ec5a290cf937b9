import { confirmUrl, paths } from '#member-site/addresses/paths.ts'
import { code_words } from '#member-site/pages/code-words.ts'
import { Captcha, CodeField, Field } from '#member-site/pages/form.tsx'
import { PlainForm } from '#web/ui/plain-form.tsx'
import { PasskeyForm } from '#member-site/pages/passkey-form.tsx'
import type { CodeWay } from '#member-site/runtime/asked-code.ts'
import type { TooManyRequests } from '#pure/too-many-requests.ts'

interface ConfirmProps {
  phone: string
  next: string
  /**
   * How the member may show who they are. Without `phone` the device is new today: then it takes more than a message.
   */
  ways: { phone: boolean; password: boolean; passkey: boolean; email: string | null }
  captcha?: TooManyRequests['captcha']
  /** Whether the captcha is for the code by e-mail. */
  asks_email: boolean
}

/** The ways to show once more who it is, before a change that a stolen session must not make. */
export function ConfirmPage({ phone, next, ways, captcha, asks_email }: ConfirmProps) {
  const { passkey, password, email } = ways
  const is_first = !passkey && !password
  return (
    <section className="sheet grid gap-5">
      <p className="text-muted">
        {ways.phone
          ? 'Thay đổi này cần chắc chắn là bạn, không phải người đang cầm máy của bạn.'
          : 'Bạn đăng nhập trên thiết bị này chưa đủ một ngày. Để giữ an toàn cho tài khoản, thay đổi này cần một cách xác nhận khác ngoài tin nhắn.'}
      </p>
      {passkey && (
        <PasskeyForm
          action={paths.confirm}
          purpose="confirm"
          hidden={{ intent: 'passkey', next }}
          submit="Dùng passkey"
        />
      )}
      {password && (
        <PlainForm
          action={paths.confirm}
          hidden={{ intent: 'password', next }}
          submit="Xác nhận bằng mật khẩu"
          look={passkey ? 'outline' : 'primary'}
        >
          <Field
            label="Mật khẩu"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={200}
          />
        </PlainForm>
      )}
      {ways.phone && (
        <PlainForm
          action={paths.confirm}
          hidden={{ intent: 'send', next }}
          submit={`Nhận mã qua số ${phone}`}
          look={is_first ? 'primary' : 'outline'}
        >
          {!asks_email && captcha && <Captcha captcha={captcha} />}
        </PlainForm>
      )}
      {email !== null && (
        <PlainForm
          action={paths.confirm}
          hidden={{ intent: 'send_email', next }}
          submit={`Nhận mã qua email ${email}`}
          look={is_first && !ways.phone ? 'primary' : 'outline'}
        >
          {asks_email && captcha && <Captcha captcha={captcha} />}
        </PlainForm>
      )}
      {!ways.phone && (
        <p className="text-sm text-muted">
          Không dùng được cách nào ở trên? Hãy làm trên thiết bị bạn vẫn dùng, hoặc quay lại sau 24
          giờ kể từ lúc đăng nhập. Mật khẩu, passkey và email mới thêm hôm nay chưa dùng được ở đây.
        </p>
      )}
      <p>
        <a href={paths.account} className="link">
          Để sau
        </a>
      </p>
    </section>
  )
}

interface ConfirmCodeProps {
  /** The phone or e-mail address that the code went to. */
  to: string
  next: string
  by: CodeWay
}

/** The code that confirms who it is. */
export function ConfirmCodePage({ to, next, by }: ConfirmCodeProps) {
  return (
    <section className="sheet grid gap-5">
      <PlainForm action={paths.confirm_code} hidden={{ next }} submit="Xác nhận">
        <p>
          Nhập mã vừa được gửi đến {by === 'email' ? 'email' : 'số'} <strong>{to}</strong>.
          {by === 'zalo' && code_words.zalo}
        </p>
        <CodeField />
      </PlainForm>
      <p>
        <a href={confirmUrl(next)} className="link">
          Chọn cách khác
        </a>
      </p>
    </section>
  )
}
