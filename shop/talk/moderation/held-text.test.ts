import { expect, test } from 'vitest'
import { heldFor, heldForName } from '#shop/talk/moderation/held-text.ts'

test.each([
  ['Xem thêm ở https://shop-khac.example nhé mọi người', 'link'],
  ['Mua ở shopkhac.vn rẻ hơn nhiều', 'link'],
  ['Vào shopkhac (chấm) com mà mua', 'link'],
  ['Nhắn t.me/abc để được giá tốt', 'link'],
  ['Ai cần máy gọi 0912 345 678 gặp Nam', 'phone'],
  ['Zalo +84.912.345.678', 'phone'],
  ['lh o912345678 giá tốt nhất', 'phone'],
  ['Mua ở ｓｈｏｐｋｈａｃ．ｖｎ rẻ hơn', 'link'],
  ['Vào shopkhac.store mà mua', 'link'],
  ['Gọi ０９１２３４５６７８ gặp Nam', 'phone'],
  ['Zalo 0912_345_678 hoặc 0912/345/678', 'phone'],
  ['Gọi 0͏9͏1͏2͏3͏4͏5͏6͏7͏8', 'phone'],
  ['Nhân viên như Đồ Chó vậy', 'insult'],
  ['đồ chó\u0336 thật', 'insult'],
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
  'Hàng đẹp. Shop giao nhanh, đóng gói kỹ.',
  'Hàng đẹp.shop giao nhanh, chơi game mượt. Top đầu phân khúc.',
  'Chạy êm. App nào cũng mở ngay. Vip thật sự. Online mua được giá tốt.',
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

test.each([
  ['Nguyễn Văn An', null],
  ['Quân Trí', null],
  ['Chú Viên', null],
  ['Quản trị viên', 'name'],
  ['Q T V', 'name'],
  ['ADMIN shop', 'name'],
  ['Nhan vien cua hang', 'name'],
  ['CSKH Điện Thoại', 'name'],
  ['Nam 0912 345 678', 'phone'],
  ['shopkhac.vn', 'link'],
  ['Đồ Chó', 'insult'],
  ['Nguyễn Thị Quân', null],
  ['Anh Mỡ', null],
  ['Modern Trần', null],
  ['Vũ Tử Vân', null],
  ["H'Hen Niê", null],
  ['Trần Văn A (Q.3)', null],
  ['Nguyễn Bảo Hạnh', null],
  ['Minh Quân Ly', null],
  ['Lan 🌸', null],
  ['Людмила', null],
  ['김민수', null],
  ['Mẹ của Hằng', null],
  ['Shop Nam', null],
  ['Nguyễn Quản Trị', null],
  ['Điện', null],
  ['Từ Văn Viên', null],
  ['Tống Đại', null],
  ['Nguyễn Nhân Viễn', null],
  ['Tư Vắn Viên', 'name'],
  ['Tu van vien', 'name'],
  ['Tổng đài 1900', 'name'],
  ['Tong dai', 'name'],
  ['he thong shop', 'name'],
  ['Phố Trọng', null],
  ['Nam ✅', 'name'],
  ['Nam ✓', 'name'],
  ['Nam √', 'name'],
  ['Nguyễn ⭐', 'name'],
  ['Qu ản t r ị viên', 'name'],
  ['Quản.trị_viên', 'name'],
  ['Q.T.V', 'name'],
  ['Quаn trị viên', 'name'],
  ['Αdmin', 'name'],
  ['Tư vấn viên', 'name'],
  ['Hỗ trợ khách hàng', 'name'],
  ['Bảo hành 24/7', 'name'],
  ['Quản lý', 'name'],
  ['Quản_lý', 'name'],
  ['Bảo.hành', 'name'],
  ['Cửa hàng Q1', 'name'],
  ['Cua hang', 'name'],
  ['Điện Thoại Vui', 'name'],
  ['DIEN-THOAI-VUI Q1', 'name'],
])('the name %s is held for: %s', (name, rule) => {
  expect(heldForName(name, 'Điện Thoại Vui')).toBe(rule)
})
