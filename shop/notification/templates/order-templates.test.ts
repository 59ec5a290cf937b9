import { expect, test } from 'vitest'
import type { OrderTemplate } from '#shop/notification/outbox.ts'
import { order_templates, type OrderFacts } from '#shop/notification/templates/order-templates.ts'
import { unaccented } from '#shop/notification/templates/order-sms.ts'

const facts: OrderFacts = {
  code: 'DH261120-1A2B3C4D',
  total: '130.990.000đ',
  amount: '130.990.000đ',
  paid: '130.990.000đ',
  is_paid: true,
  paid_by: ' (VietQR)',
  because: ' (hết hàng)',
  phone: '0912345678',
  recipient_phone: '0987654321',
  reserved_until: '20/11/2026 08:00',
  due: 30_990_000,
  pickup: {
    shop_name: 'Tiệm Võ Thị Sáu',
    address: '12 Võ Thị Sáu, Quận 3',
    time_opening: '08:00 – 22:00',
    keep_until: '2026-11-23',
    code: '482913',
    qr: 'data:',
  },
  note: 'Máy có vết nứt',
  return_at: {
    shop: 'Tiệm Võ Thị Sáu',
    address: '12 Võ Thị Sáu, Quận 3',
    time_opening: '08:00 – 22:00',
    bring_by: '27/11/2026',
  },
}

test.each(Object.keys(order_templates) as OrderTemplate[])(
  '%s names its order in the mail and in an SMS that has enough space for the link',
  (name) => {
    const { subject, paragraphs, sms } = order_templates[name]
    expect(subject(facts)).toContain(facts.code)
    expect(sms(facts)).toContain(facts.code)
    expect(paragraphs(facts).every((text) => /^\p{Lu}.*\.$/u.test(text))).toBe(true)
    // Two SMS have 306 letters; the name of the shop and the link take up to 200.
    expect(unaccented(sms(facts)).length).toBeLessThan(106)
  },
)
