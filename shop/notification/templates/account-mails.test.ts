import { expect, test } from 'vitest'
import { memberNotice } from '#shop/notification/templates/member-notice.ts'
import { otpMail } from '#shop/notification/templates/otp-sms.ts'

const sender = {
  ...{ name: 'Tiệm', hotline: '1800 2097', public_url: 'https://shop.example' },
  company: { name: 'Công ty Tiệm', address: '12 Võ Thị Sáu' },
}

test('a code stands in a mail of the shop, which has no link to follow', () => {
  const { subject, body, html } = otpMail('email_sign_in', '482913', sender)
  expect(subject).toBe('Mã đăng nhập Smember')
  expect(body).toContain('482913 là mã đăng nhập Smember')
  expect(html).toContain('482913')
  expect(html).toContain('Không đưa mã này cho bất kỳ ai')
  expect(html).not.toMatch(/<a |https:/)
})

test('what happens to an account is told in a mail of the shop, which has no link to follow', () => {
  const facts = { about: 'phone_changed', phone: '09•••••678' }
  const { body, html } = memberNotice('email', facts, sender)
  expect(html).toContain(body)
  expect(html).toContain('<h1')
  expect(html).not.toMatch(/<a |https:/)
})
