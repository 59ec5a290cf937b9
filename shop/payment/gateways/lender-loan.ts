import type { Gateway } from '#shop/payment/gateways/gateway.ts'

/**
 * A company pays what it lends (decision 228). Shoppers never choose it as a way to pay: an order has it because it was
 * placed with an application. What the shopper pays first is paid by any other method once the contract is signed.
 */
export const lenderLoan: Gateway = {
  code: 'installment',
  title: 'Trả góp qua công ty tài chính',
  description: 'Công ty tài chính trả phần vay cho cửa hàng.',
  settles: 'on_delivery',
  isOffered: () => false,
  settings: null,
  notices: null,
  query: null,
  refund: null,
  page: ({ code }) => `/cart/success/installment?code=${encodeURIComponent(code)}`,
  start: null,
}

/** The same for the checkout of an application. */
export const loanOfCheckout: Gateway = {
  ...lenderLoan,
  isOffered: ({ is_online_only }) => !is_online_only,
}
