import { useState } from 'react'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { SmemberForm, suggestion } from '#storefront/commerce/sign-in/smember-form.tsx'
import { SmemberPopup } from '#storefront/commerce/sign-in/smember-popup.tsx'

const members_price =
  'Giá Flash Sale này dành riêng Smember. Sản phẩm đã ở trong giỏ: đăng nhập để có giá đó.'

/** The login modal of a checkout that needs a known customer (contract §2, §8 invalid_customer). */
export function LoginPopup({ asked }: { asked: 'customer' | 'member' }) {
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <SmemberPopup onClose={() => setOpen(false)}>
      <SmemberForm
        return_to={cart_addresses.cart.path}
        text={asked === 'member' ? members_price : suggestion}
      />
      {asked === 'customer' && (
        <p className="mt-4 text-sm text-muted">
          Giá Flash Sale dành cho từng khách hàng. Chưa muốn đăng nhập? Hãy{' '}
          <a
            href={cart_addresses.paymentInfo.path}
            className="font-semibold text-accent underline underline-offset-2"
          >
            nhập số di động Việt Nam
          </a>{' '}
          để cửa hàng nhận ra bạn.
        </p>
      )}
    </SmemberPopup>
  )
}
