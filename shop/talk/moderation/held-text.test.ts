import { expect, test } from 'vitest'
import { heldFor } from '#shop/talk/moderation/held-text.ts'

test.each([
  ['Xem thêm ở https://shop-khac.example nhé mọi người', 'link'],
  ['Mua ở shopkhac.vn rẻ hơn nhiều', 'link'],
  ['Vào shopkhac (chấm) com mà mua', 'link'],
  ['Nhắn t.me/abc để được giá tốt', 'link'],
  ['Ai cần máy gọi 0912 345 678 gặp Nam', 'phone'],
  ['Zalo +84.912.345.678', 'phone'],
  ['lh o912345678 giá tốt nhất', 'phone'],
  ['Nhân viên như Đồ Chó vậy', 'insult'],
  ['vcl thật chứ', 'insult'],
  ['aaaaaaaaaaaaaaaaaaa', 'repeated'],
  ['tốt tốt tốt tốt tốt tốt', 'repeated'],
])('%s is held for: %s', (text, rule) => {
  expect(heldFor(text, [])).toBe(rule)
})

test.each([
  'Máy tệ, pin tụt nhanh, không bao giờ mua lại ở đây nữa.',
  'Giá 12.990.000đ là quá đắt so với chất lượng này.',
  'Máy chơi game 60 fps, pin 5.000 mAh, màn 6.9 inch, bản 256.512 GB.',
  'Đang dùng iOS 26.1.Máy chạy ổn',
  'Dòng loa này nghe lớn, đi xa 10m vẫn rõ. Lon nước để cạnh loa rung luôn.',
  'Mua ngày 20.11.2026 lúc 10:30 tại cửa hàng Thủ Đức, đợi 15 phút.',
])('an opinion is published whatever it says: %s', (text) => {
  expect(heldFor(text, [{ text: 'Một câu khác của người này' }])).toBeNull()
})

test('the same words again are held, whatever signs stand between them', () => {
  const earlier = [{ text: 'Máy đẹp, giao nhanh!' }]
  expect(heldFor('máy đẹp… GIAO NHANH', earlier)).toBe('repeated')
  expect(heldFor('máy đẹp, giao chậm', earlier)).toBeNull()
})
