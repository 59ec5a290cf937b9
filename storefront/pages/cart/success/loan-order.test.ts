import { beforeAll, expect, test } from 'vitest'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { addLenders, answerLoan, loan_env, sentLoan } from '#test/goods/loans.ts'
import { openCheckout } from '#test/support/checkout.ts'

const checkout = openCheckout(loan_env)
beforeAll(() => addLenders(checkout.own.db))

test('the order of a loan asks for nothing while it is examined, and for the first part once it is signed', async () => {
  const buyer = await checkout.buyer()
  const sent = await sentLoan(buyer)
  const shown = async () => {
    const path = successUrl('installment', sent.order_code ?? '')
    const headers = { cookie: `token=${buyer.token}` }
    const { status, text } = await checkout.door.call('GET', path, { headers })
    expect(status).toBe(200)
    return text.slice(text.indexOf('TIẾP THEO LÀ GÌ?'), text.indexOf('THÔNG TIN ĐƠN HÀNG'))
  }
  const examined = await shown()
  expect(examined).toContain('xét duyệt hồ sơ')
  expect(examined).not.toContain('trả 30.990.000')
  await answerLoan(checkout.door, sent, { answer: 'signed', contract_number: 'HD-1' })
  expect(await shown()).toContain('trả 9.297.000')
})
