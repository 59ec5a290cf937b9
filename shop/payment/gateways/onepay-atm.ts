import { onepayGateway } from '#shop/payment/gateways/onepay.ts'

/** Domestic bank cards on OnePay's own page (SAQ A). */
export const onepayAtm = onepayGateway('atm', {
  code: 'onepay_atm',
  title: 'Thẻ ATM nội địa (Napas)',
  description: 'Thẻ của ngân hàng trong nước, trên trang bảo mật của OnePay.',
})
