import { sign_in_path } from '#storefront/addresses/sign-in-paths.ts'
import { useBeginSignIn } from '#storefront/commerce/sign-in/begin-sign-in.ts'
import { buttonClass } from '#web/ui/button.ts'

/** The default words of the login modal (contract §2). */
export const suggestion =
  'Vui lòng đăng nhập tài khoản Smember để xem ưu đãi và thanh toán dễ dàng hơn.'

interface SmemberFormProps {
  return_to: string
  text: string
}

/**
 * The mascot, a message, and the buttons "Đăng ký" and "Đăng nhập" (contract §2). A form: it works without scripts.
 * With scripts both buttons are disabled until the browser leaves (contract §4.27).
 */
export function SmemberForm({ return_to, text }: SmemberFormProps) {
  const { is_busy, problem, onSubmit } = useBeginSignIn()
  return (
    <form method="post" action={sign_in_path} onSubmit={onSubmit} className="mt-3">
      <input type="hidden" name="return_to" value={return_to} />
      <div className="flex items-center gap-4">
        <img
          src="/media/smember/mascot.webp"
          alt="hello"
          width={92}
          height={160}
          className="h-20 w-[46px] shrink-0"
        />
        <p className="text-balance">{text}</p>
      </div>
      {problem !== null && (
        <p role="alert" className="mt-3 text-body font-semibold text-sale">
          {problem}
        </p>
      )}
      <div className="mt-5 grid grid-cols-2 gap-3">
        <button
          type="submit"
          name="action"
          value="register"
          disabled={is_busy}
          className={buttonClass('outline', 'h-10 min-h-10! py-0')}
        >
          Đăng ký
        </button>
        <button
          type="submit"
          name="action"
          value="login"
          disabled={is_busy}
          className={buttonClass('primary', 'h-10 min-h-10! py-0')}
        >
          Đăng nhập
        </button>
      </div>
    </form>
  )
}
