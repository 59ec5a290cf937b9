import { confirmUrl, paths } from '#member-site/addresses/paths.ts'
import { Captcha, CodeField, Field } from '#member-site/pages/form.tsx'
import { PlainForm } from '#web/ui/plain-form.tsx'
import { PasskeyForm } from '#member-site/pages/passkey-form.tsx'
import type { TooManyRequests } from '#pure/too-many-requests.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'

type CaptchaOffer = TooManyRequests['captcha']

interface NewPhoneProps {
  phone: string
  typed: string
  is_confirmed: boolean
  captcha?: CaptchaOffer
}

/** The first step: the new phone. */
export function NewPhonePage({ phone, typed, is_confirmed, captcha }: NewPhoneProps) {
  return (
    <section className="sheet grid gap-5">
      <p>
        Số hiện tại: <strong>{phone}</strong>
      </p>
      {is_confirmed ? (
        <PlainForm action={paths.phone} hidden={{ intent: 'new' }} submit="Nhận mã qua số mới">
          <Field
            label="Số điện thoại mới"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            defaultValue={typed}
            placeholder="0912 345 678"
            required
            maxLength={20}
          />
          {captcha && <Captcha captcha={captcha} />}
        </PlainForm>
      ) : (
        <>
          <p className="text-muted">Trước khi đổi số, hãy xác nhận đây đúng là bạn.</p>
          <a href={confirmUrl(paths.phone)} className={buttonClass('primary', 'w-full')}>
            Xác nhận là tôi
          </a>
        </>
      )}
      <p className="text-sm text-muted">
        Cửa hàng xác minh cả số mới và số cũ. Đơn hàng, điểm và ưu đãi vẫn ở trong tài khoản; các
        thiết bị khác sẽ bị đăng xuất.
      </p>
    </section>
  )
}

/** A code that was sent to the new or to the old phone. */
export function PhoneCodePage({
  phone,
  intent,
}: {
  phone: string
  intent: 'new_code' | 'old_code'
}) {
  return (
    <section className="sheet grid gap-5">
      <PlainForm action={paths.phone} hidden={{ intent }} submit="Tiếp tục">
        <p>
          Nhập mã vừa được gửi đến số {intent === 'new_code' ? 'mới' : 'cũ'}{' '}
          <strong>{phone}</strong>.
        </p>
        <CodeField />
      </PlainForm>
      <p>
        <a href={paths.phone} className="link">
          Quay lại
        </a>
      </p>
    </section>
  )
}

interface Proofs {
  has_password: boolean
  has_passkey: boolean
}

interface OldPhoneProps extends Proofs {
  old_phone: string
  new_phone: string
  captcha?: CaptchaOffer
}

/** The second step: the old phone, or what stands in for it. */
export function OldPhonePage(props: OldPhoneProps) {
  const { old_phone, new_phone, captcha, has_password, has_passkey } = props
  return (
    <>
      <section className="sheet grid gap-5">
        <p>
          Số mới <strong>{new_phone}</strong> đã được xác minh. Giờ hãy xác minh số cũ.
        </p>
        <PlainForm
          action={paths.phone}
          hidden={{ intent: 'old' }}
          submit={`Nhận mã qua số cũ ${old_phone}`}
        >
          {captcha && <Captcha captcha={captcha} />}
        </PlainForm>
      </section>
      <section className="sheet grid gap-5" aria-labelledby="lost">
        <h2 id="lost" className="text-lg">
          Không còn dùng số cũ?
        </h2>
        {has_password && has_passkey && (
          <PasskeyForm
            action={paths.phone}
            purpose="confirm"
            hidden={{ intent: 'prove' }}
            submit="Đổi bằng mật khẩu và passkey"
            look="outline"
          >
            <PasswordField />
          </PasskeyForm>
        )}
        <PlainForm
          action={paths.phone}
          hidden={{ intent: 'wait' }}
          submit="Đổi sau 3 ngày"
          look="outline"
        >
          <p className="text-muted">
            {has_password && has_passkey ? 'Hoặc chờ 3 ngày' : 'Số đổi sau 3 ngày'}: cửa hàng báo
            cho số cũ và email của bạn, ai đang giữ tài khoản cũng có thể hủy.
          </p>
        </PlainForm>
      </section>
      <CancelForm />
    </>
  )
}

/** Both phones are proven, and the change has not been made: it needed another confirmation, or the phone was taken. */
export function FinishPage({ new_phone }: { new_phone: string }) {
  return (
    <>
      <section className="sheet grid gap-5">
        <p>
          Số cũ và số mới <strong>{new_phone}</strong> đã được xác minh.
        </p>
        <PlainForm
          action={paths.phone}
          hidden={{ intent: 'prove' }}
          submit={`Đổi sang số ${new_phone}`}
        />
      </section>
      <CancelForm />
    </>
  )
}

/** A change that takes effect by itself. */
export function WaitingPage({ new_phone, due_at }: { new_phone: string; due_at: string }) {
  return (
    <>
      <section className="sheet grid gap-3">
        <p>
          Tài khoản sẽ đổi sang số <strong>{new_phone}</strong> lúc{' '}
          <strong>{formatDateTime(new Date(due_at))}</strong>.
        </p>
        <p className="text-muted">
          Đến lúc đó bạn vẫn đăng nhập bằng số cũ. Nếu không phải bạn yêu cầu, hãy hủy ngay.
        </p>
      </section>
      <CancelForm />
    </>
  )
}

function PasswordField() {
  return (
    <Field
      label="Mật khẩu"
      name="password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={200}
    />
  )
}

function CancelForm() {
  return (
    <PlainForm
      action={paths.phone}
      hidden={{ intent: 'cancel' }}
      submit="Hủy đổi số"
      look="outline"
    />
  )
}
