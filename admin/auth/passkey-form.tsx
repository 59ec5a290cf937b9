import { auth_paths, codePath } from '#admin/addresses/auth-paths.ts'
import { TextField } from '#admin/kit/staff-form.tsx'
import { buttonClass } from '#web/ui/button.ts'

/** What the page of passkeys is for: a sign-in, the step after the password, or the first second step. */
export type PasskeyStep = 'sign_in' | 'second_step' | 'enrol'

export const passkey_titles: Record<PasskeyStep, string> = {
  sign_in: 'Đăng nhập bằng passkey',
  second_step: 'Xác thực bằng passkey',
  enrol: 'Tạo passkey',
}

const texts: Record<PasskeyStep, string> = {
  sign_in:
    'Dùng vân tay, khuôn mặt hoặc mã khóa màn hình của thiết bị này. Không cần mật khẩu và mã 6 số.',
  second_step: 'Mật khẩu đã đúng. Hãy dùng passkey của bạn.',
  enrol:
    'Vai trò của bạn cần thêm một bước xác thực. Passkey nằm trong điện thoại hoặc máy tính của bạn và mở bằng vân tay, khuôn mặt hoặc mã khóa màn hình.',
}

const back_texts: Record<PasskeyStep, string> = {
  sign_in: 'Đăng nhập bằng mật khẩu',
  second_step: 'Đăng nhập lại từ đầu',
  enrol: 'Đăng nhập lại từ đầu',
}

interface FormProps {
  step: PasskeyStep
  next: string
  /** The account has an authenticator app, or may get one instead. */
  offers_code: boolean
}

/** Its button works with the script of the page, and shows only where the browser has passkeys. */
export function PasskeyForm({ step, next, offers_code }: FormProps) {
  return (
    <section className="sheet grid gap-4">
      <p>{texts[step]}</p>
      <form method="post" action={auth_paths.passkey} data-passkey={step} className="grid gap-4">
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="passkey" value="" />
        {step === 'enrol' && (
          <TextField
            label="Tên passkey, để dễ nhận ra"
            name="name"
            defaultValue="Thiết bị của tôi"
            autoComplete="off"
            maxLength={60}
          />
        )}
        <button type="submit" className={buttonClass('primary', 'invisible w-full')}>
          {passkey_titles[step]}
        </button>
      </form>
      <p role="status" data-passkey-notice="" className="min-h-6 font-semibold text-sale">
        <span className="hidden noscript:inline">Passkey cần JavaScript.</span>
      </p>
      <p>
        <a href={offers_code ? codePath(next) : auth_paths.sign_in} className="link">
          {offers_code ? 'Dùng ứng dụng xác thực' : back_texts[step]}
        </a>
      </p>
    </section>
  )
}
