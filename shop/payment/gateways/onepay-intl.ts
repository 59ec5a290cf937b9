import { onepayGateway } from '#shop/payment/gateways/onepay.ts'

/** Cards of Visa, Mastercard, JCB and the like on OnePay's own page (SAQ A). */
export const onepayIntl = onepayGateway('intl', {
  code: 'onepay_intl',
  title: 'Thẻ quốc tế Visa/Mastercard/JCB',
  description: 'Nhập thẻ trên trang bảo mật của OnePay; cửa hàng không thấy số thẻ.',
})
