import { sign_in_addresses } from '#storefront/addresses/sign-in.ts'
import { SmemberForm, suggestion } from '#storefront/commerce/sign-in/smember-form.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'

export interface SignInData {
  /** The address that the shopper came from. Only addresses of this shop are accepted. */
  return_to: string
  /** The session of a member has ended while they did something. */
  has_ended: boolean
}

export function meta(): PageMeta {
  return {
    title: 'Đăng nhập Smember',
    canonical_path: sign_in_addresses.signIn.path,
    robots: 'noindex, follow',
  }
}

export function Page({ data: { return_to, has_ended } }: { data: SignInData }) {
  return (
    <section className="sheet mx-auto my-6 max-w-[420px] p-6">
      <h1 className="text-2xl">Đăng nhập Smember</h1>
      {has_ended && (
        <p className="mt-3 rounded-xl bg-cream p-3 text-body" role="status">
          Phiên đăng nhập đã hết hạn. Giỏ hàng và đơn hàng đang đặt của bạn vẫn còn: hãy đăng nhập
          lại để tiếp tục.
        </p>
      )}
      <SmemberForm return_to={return_to} text={suggestion} />
      <p className="mt-4 text-center text-body">
        <a
          href={has_ended ? '/' : return_to}
          className="inline-flex min-h-11 items-center px-3 font-semibold text-accent hover:underline"
        >
          Tiếp tục mua hàng không cần đăng nhập
        </a>
      </p>
    </section>
  )
}
