import { expect, test } from 'vitest'
import { withoutLinks } from '#pure/without-links.ts'

test.each([
  ['nhận tại https://lua.example/x', 'nhận tại https lua. example/x'],
  ['HTTP://1249764/x', 'HTTP 1249764/x'],
  ['www.lua.vn', 'www. lua. vn'],
  ['lua。vn, lua．vn', 'lua. vn, lua. vn'],
  ['mua-sắm.vn/qua', 'mua-sắm. vn/qua'],
  ['quà🎁.vn, 👍🏽.vn', 'quà🎁. vn, 👍🏽. vn'],
  ['a@lua.vn', 'a@lua. vn'],
  ['mailto:x tel:0900', 'mailto x tel 0900'],
  ['http://10.1.2.3/x', 'http 10. 1. 2. 3/x'],
  ['\\\\may\\chia', ' may\\chia'],
])('%s leads nowhere', (text, broken) => {
  expect(withoutLinks(text)).toBe(broken)
  expect(withoutLinks(broken)).toBe(broken)
})

test.each(['12/3 Lê Lợi, P.5, Q.1', '5.000.000đ', 'Đặng T. Hạnh', 'Gọi trước: 0912 345 678', ''])(
  '%s stays',
  (text) => expect(withoutLinks(text)).toBe(text),
)
