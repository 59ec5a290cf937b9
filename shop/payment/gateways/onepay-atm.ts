import { onepayGateway } from '#shop/payment/gateways/onepay.ts'

/** Domestic bank cards on OnePay's own page (SAQ A). */
export const onepayAtm = onepayGateway('atm', {
  code: 'onepay_atm',
  title: 'Qua thẻ ATM nội địa',
  description: 'Thẻ Napas của ngân hàng trong nước, trên trang bảo mật của OnePay.',
})
