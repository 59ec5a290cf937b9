/** What staff may be allowed to do, and what that means. A role is a set of these names. */
export const permissions = {
  'payments.see': 'See money that matched no order, and money that providers hold back.',
  'payments.settle': 'Decide what becomes of money that matched no order.',
  'refunds.see': 'See money that goes back to customers.',
  'refunds.settle': 'Say that a refund is done, or have it sent again.',
  'gateways.see': 'See how the ways to pay are set up; keys are masked.',
  'gateways.change': 'Change keys of the ways to pay, and switch ways on and off.',
  'messages.see': 'Read the mails and short messages to customers.',
  'messages.resend': 'Have a message that failed sent again.',
} as const

export type Permission = keyof typeof permissions
