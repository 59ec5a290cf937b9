import { useState } from 'react'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Popup } from '#web/ui/popup.tsx'
import { telLink } from '#web/ui/tel-link.ts'

/**
 * The login popup (contract §2, §8 invalid_customer). A customer is identified by the mobile number of the
 * order, so the popup asks for one. Shoppers who cannot give one can call the hotline.
 */
export function LoginPopup() {
  const [isOpen, setOpen] = useState(true)
  const { shop } = useShop()
  if (!isOpen) return null
  return (
    <Popup
      title="Smember"
      max_width={372}
      onClose={() => setOpen(false)}
      footer={
        <>
          <a
            href={telLink(shop.hotline)}
            className={buttonClass('outline', 'flex-1 whitespace-nowrap')}
          >
            Gọi hỗ trợ
          </a>
          <a
            href={cart_addresses.paymentInfo.path}
            className={buttonClass('primary', 'flex-1 whitespace-nowrap')}
          >
            Nhập số di động
          </a>
        </>
      }
    >
      <div className="flex items-start gap-4">
        <img
          src="/media/smember/mascot.webp"
          alt="Xin chào"
          width={46}
          height={80}
          className="h-20 w-auto shrink-0"
        />
        <div className="grid gap-2">
          <p>Vui lòng đăng nhập tài khoản Smember để xem ưu đãi và thanh toán dễ dàng hơn.</p>
          <p className="text-sm text-muted">
            Giá Flash Sale dành cho từng khách hàng. Hãy đặt hàng bằng số di động Việt Nam để cửa
            hàng nhận ra bạn.
          </p>
        </div>
      </div>
    </Popup>
  )
}
