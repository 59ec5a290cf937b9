import { onepayGateway } from '#shop/payment/gateways/onepay.ts'

/** Cards of Visa, Mastercard, JCB and the like on OnePay's own page (SAQ A). */
export const onepayIntl = onepayGateway('intl', {
  code: 'onepay_intl',
  title: 'Qua thẻ Visa/Master/JCB/Napas',
  description: 'Nhập thẻ trên trang bảo mật của OnePay; cửa hàng không thấy số thẻ.',
})
