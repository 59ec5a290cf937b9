import { demo_people } from '#member-site/demo-issuer/demo-issuer.ts'
import { Field } from '#member-site/pages/form.tsx'
import { buttonClass } from '#web/ui/button.ts'

interface ChooseProps {
  /** Who is played: Google or Zalo. */
  brand: 'Google' | 'Zalo'
  shop_name: string
  action: string
  hidden: Readonly<Record<string, string>>
  /** A prompt within a page of the shop has no room for more. */
  is_small?: boolean
}

/** Plays the page where somebody chooses an account and agrees. */
export function ChooseAccount({ brand, shop_name, action, hidden, is_small = false }: ChooseProps) {
  // Zalo tells no address.
  const tells = brand === 'Google' ? 'tên và email' : 'tên'
  const fields = Object.entries(hidden).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  return (
    <section className={is_small ? 'grid gap-3' : 'sheet grid gap-5'}>
      <p className="text-muted">
        Trang này đóng vai {brand} cho cửa hàng dùng thử. {shop_name} sẽ biết {tells} của tài khoản
        bạn chọn.
      </p>
      {demo_people.map(({ name, email }) => (
        <form key={email} method="post" action={action}>
          {fields}
          <input type="hidden" name="name" value={name} />
          <input type="hidden" name="email" value={email} />
          <button type="submit" className={buttonClass('outline', 'w-full justify-start')}>
            <span className="grid text-left">
              <span>{name}</span>
              <span className="text-sm font-normal text-muted">{email}</span>
            </span>
          </button>
        </form>
      ))}
      {!is_small && (
        <>
          <form method="post" action={action} className="grid gap-4">
            {fields}
            <Field label="Tên của tài khoản khác" name="name" required maxLength={60} />
            <button type="submit" className={buttonClass('primary', 'w-full')}>
              Dùng tài khoản này
            </button>
          </form>
          <form method="post" action={action}>
            {fields}
            <button
              type="submit"
              name="intent"
              value="deny"
              className={buttonClass('quiet', 'w-full')}
            >
              Không đồng ý
            </button>
          </form>
        </>
      )}
    </section>
  )
}
