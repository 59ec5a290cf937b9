import type { ComponentProps } from 'react'
import { captcha_request, type TooManyRequests } from '#pure/too-many-requests.ts'

type FieldProps = ComponentProps<'input'> & { label: string; name: string; hint?: string }

/** One line to type, with its label above it. */
export function Field({ label, hint, ...input }: FieldProps) {
  const hint_id = `${input.name}-hint`
  return (
    <label className="grid gap-1.5">
      <span className="font-semibold">{label}</span>
      <input {...input} aria-describedby={hint ? hint_id : undefined} className="input" />
      {hint !== undefined && (
        <span id={hint_id} className="text-sm text-muted">
          {hint}
        </span>
      )}
    </label>
  )
}

interface PhoneFieldProps {
  phone: string
  /** Browsers list passkeys of the site below the field. */
  offers_passkeys?: boolean
}

/** The phone of the account. */
export function PhoneField({ phone, offers_passkeys = false }: PhoneFieldProps) {
  return (
    <Field
      label="Số điện thoại"
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete={offers_passkeys ? 'tel-national webauthn' : 'tel-national'}
      defaultValue={phone}
      placeholder="0912 345 678"
      required
      maxLength={20}
    />
  )
}

/** The six digits of a one-time password; phones offer them from the message. */
export function CodeField() {
  return (
    <Field
      label="Mã 6 số"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*(\d\s*){6}"
      required
      maxLength={12}
    />
  )
}

/** A new password with its rule. */
export function NewPasswordField({ optional = false }: { optional?: boolean }) {
  return (
    <Field
      label={optional ? 'Mật khẩu (không bắt buộc)' : 'Mật khẩu mới'}
      name="password"
      type="password"
      autoComplete="new-password"
      hint="Từ 8 ký tự, không dùng mật khẩu dễ đoán hay số điện thoại của bạn."
      required={!optional}
      maxLength={200}
    />
  )
}

/** The captcha that a refusal asks for, with the reason. Its script fills the hidden field. */
export function Captcha({ captcha }: { captcha: NonNullable<TooManyRequests['captcha']> }) {
  const is_google = captcha.kind === 'recaptcha'
  return (
    <div role="alert" tabIndex={-1} className="grid gap-3 rounded-2xl bg-sale-soft p-4">
      <p className="font-semibold text-sale">
        {captcha_request} <span className="noscript:hidden">Xác nhận bên dưới để tiếp tục.</span>
      </p>
      <p className="hidden noscript:block">
        Xác thực cần JavaScript. Bạn cũng có thể chờ ít phút rồi thử lại.
      </p>
      <div
        data-captcha=""
        data-site-key={is_google ? captcha.site_key : undefined}
        className="grid gap-1 rounded-xl bg-white p-3 noscript:hidden"
      >
        <input type="hidden" name="g-recaptcha-response" value="" />
        {!is_google && (
          <label className="flex min-h-11 items-center gap-3 font-semibold">
            <input type="checkbox" className="size-6 accent-accent" />
            Tôi không phải là robot
          </label>
        )}
        <p role="status" className="min-h-6 text-sm text-muted" />
      </div>
    </div>
  )
}
