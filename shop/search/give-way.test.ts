import { describe, expect, test } from 'vitest'
import { openDemoCatalog } from '#test/support/catalog.ts'

const shop = openDemoCatalog()
const find = (q: string) => shop.list({ q, size: 5 })
const pricesOf = ({ products }: Awaited<ReturnType<typeof find>>) =>
  products.map(({ special_price, price }) => special_price ?? price ?? 0)

const goods = [
  ['điện thoại', 'Điện thoại', 4_000_000],
  ['dien thoai', 'Điện thoại', 6_000_000],
  ['laptop', 'Laptop', 15_000_000],
  ['máy tính bảng', 'Máy tính bảng', 8_000_000],
  ['tai nghe', 'Tai nghe', 2_000_000],
  ['loa', 'Loa', 3_000_000],
  ['đồng hồ thông minh', 'Đồng hồ thông minh', 1_000_000],
  ['màn hình', 'Màn hình', 4_000_000],
  ['robot hút bụi', 'Robot hút bụi', 5_000_000],
] as const
const around = [
  'WHAT siêu đẹp cực mượt AMOUNT',
  'WHAT đỉnh cao sang trọng AMOUNT',
  'WHAT nào ngon bổ rẻ AMOUNT không shop',
  'shop ơi tư vấn giúp em WHAT AMOUNT với ạ',
  'cho mình hỏi có WHAT nào AMOUNT không',
  'tặng WHAT cho mẹ AMOUNT',
  'quà sinh nhật bạn gái WHAT AMOUNT',
  'WHAT AMOUNT zzyzx qwrtp',
  'WHAT lung linh hoành tráng AMOUNT đáng mua nhất',
]

describe('praise, questions, gift words and unknown words', () => {
  test.each(around)('cost neither the budget nor the kind: %s', async (sentence) => {
    for (const [what, category, max] of goods) {
      const q = sentence.replace('WHAT', what).replace('AMOUNT', `dưới ${max / 1_000_000} triệu`)
      const listing = await find(q)
      expect([q, listing.understood?.chips.map(({ label }) => label)]).toEqual([
        q,
        expect.arrayContaining([category, `Dưới ${max / 1_000_000} triệu`]),
      ])
      expect(listing.products.length).toBeGreaterThan(0)
      expect([q, Math.max(...pricesOf(listing)) <= max]).toEqual([q, true])
    }
  })
})

test.each([
  ['iphone dưới 5 triệu', 'dien-thoai', 0, 5_000_000],
  ['macbook dưới 10 triệu', 'laptop', 0, 10_000_000],
  ['điện thoại gập dưới 10 triệu', 'dien-thoai', 0, 10_000_000],
  ['samsung galaxy s26 trên 40 triệu', 'dien-thoai', 40_000_000, Infinity],
])('%s: the words give way before the amount', async (q, _category, min, max) => {
  const listing = await find(q)
  expect(listing.understood?.is_loosened || listing.total > 0).toBe(true)
  expect(listing.products.length).toBeGreaterThan(0)
  for (const price of pricesOf(listing)) {
    expect(price).toBeGreaterThanOrEqual(min)
    expect(price).toBeLessThanOrEqual(max)
  }
  expect(listing.products.some(({ name }) => /^(?:Ốp|Dán|Cáp|Củ)/.test(name))).toBe(false)
})

test.each([
  ['tivi sony', 'Tivi', /TV/],
  ['tivi sony 55 inch', 'Tivi', /TV/],
  ['laptop sony', 'Laptop', /^(?:Laptop|MacBook)/],
  ['robot hut bui samsung', 'Robot hút bụi', /^Robot/],
])('%s: a kind that the brand does not make is kept, and it is told', async (q, label, name) => {
  const { products, understood } = await find(q)
  expect(understood?.is_loosened || understood?.absent !== null).toBe(true)
  expect(understood?.chips.map((chip) => chip.label)).toEqual([label])
  for (const product of products) expect(product.name).toMatch(name)
})

test.each([
  ['dien thoai 5 cu', 5_750_000],
  ['tai nghe 2 cu', 2_300_000],
  ['dt 3 cu', 3_450_000],
])('%s: behind a kind of goods "cu" is an amount', async (q, max) => {
  const listing = await find(q)
  expect(listing.understood).toMatchObject({ is_used: false, is_beyond_price: false })
  expect(listing.products.length).toBeGreaterThan(0)
  for (const price of pricesOf(listing)) expect(price).toBeLessThanOrEqual(max)
})

test('if a kind has nothing in the budget, it is told, and the nearest prices come first', async () => {
  const listing = await find('robot hút bụi dưới 1 triệu')
  expect(listing.understood).toMatchObject({ is_beyond_price: true, is_loosened: true })
  expect(pricesOf(listing)[0]).toBe(Math.min(...pricesOf(listing)))
  const dear = await find('laptop trên 100 triệu')
  expect(pricesOf(dear)[0]).toBe(Math.max(...pricesOf(dear)))
})

describe('a gift', () => {
  test.each([
    ['quà tặng mẹ dưới 2 triệu', 'Quà tặng mẹ', 2_000_000],
    ['qua tang me duoi 2tr', 'Quà tặng mẹ', 2_000_000],
    ['quà sinh nhật bạn gái dưới 1 triệu', 'Quà tặng bạn gái', 1_000_000],
    ['mua gì tặng sếp dưới 5 triệu', 'Quà tặng sếp', 5_000_000],
    ['quà 8/3 cho mẹ tầm 5 triệu', 'Quà tặng mẹ', 5_750_000],
    ['quà tân gia dưới 3 triệu', 'Quà tân gia', 3_000_000],
    ['quà 20/11 cho cô giáo dưới 500k', 'Quà tặng cô giáo', 500_000],
    ['qua tang thay giao duoi 1tr', 'Quà tặng thầy giáo', 1_000_000],
    ['tặng bé trai 10 tuổi dưới 8 triệu', 'Quà tặng bé trai', 8_000_000],
    ['quà noel', 'Quà tặng', Infinity],
  ])('%s gives ideas within the budget, of several kinds', async (q, label, max) => {
    const listing = await find(q)
    expect(listing.understood?.chips[0]).toMatchObject({ kind: 'need', label })
    expect(listing.products.length).toBeGreaterThan(2)
    for (const price of pricesOf(listing)) expect(price).toBeLessThanOrEqual(max)
    const names = listing.products.map(({ name }) => name).join()
    expect(names).not.toMatch(/case|Ốp lưng|Cáp|Mainboard|RAM|Nguồn/)
  })

  test('of one kind is searched in this kind', async () => {
    const { understood } = await find('tai nghe tặng bạn trai dưới 1tr')
    expect(understood?.chips.map(({ label }) => label)).toEqual(['Tai nghe', 'Dưới 1 triệu'])
  })

  test('needs its words: "qua" and "tang" alone are none', async () => {
    for (const q of ['quạt', 'iphone tang 1 cap', 'thay qua']) {
      expect((await find(q)).understood?.chips.some(({ label }) => label.startsWith('Quà'))).toBe(
        false,
      )
    }
  })
})

describe("a question about the shop's terms", () => {
  test.each([
    ['bảo hành', /bảo hành/i],
    ['bao hanh bao lau', /bảo hành/i],
    ['trả góp', /trả góp/i],
    ['mua tra gop khong lai suat', /trả góp/i],
    ['đổi trả trong bao lâu', /đổi/i],
    ['hàng lỗi thì sao', /đổi trả/i],
    ['hoàn tiền qua thẻ', /hoàn tiền/i],
    ['chuyển nhầm tiền', /thanh toán/i],
    ['hoàn tiền', /hoàn tiền/i],
    ['chính sách hoàn tiền', /hoàn tiền/i],
    ['hoan tien bao lau', /hoàn tiền/i],
    ['hủy đơn hoàn tiền', /hoàn tiền/i],
    ['khi nào nhận lại tiền', /hoàn tiền/i],
    ['thanh toán', /thanh toán/i],
    ['thanh toan khi nhan hang', /thanh toán/i],
    ['cod', /thanh toán/i],
    ['khiếu nại', /khiếu nại/i],
    ['quy định đổi trả', /đổi/i],
    ['phí ship', /giao hàng/i],
    ['xuất hóa đơn VAT', /hóa đơn/i],
    ['thu cũ đổi mới', /thu cũ/i],
    ['cửa hàng gần đây', /cửa hàng/i],
    ['kiểm tra đơn hàng', /cửa hàng/i],
    ['lịch vạn niên', /lịch vạn niên/i],
  ])('%s leads to its answer and to no products', async (q, title) => {
    const { total, understood } = await find(q)
    expect(total).toBe(0)
    expect(understood?.answers[0]?.title).toMatch(title)
    const path = understood?.answers[0]?.path.slice(1).replace(/#.*/, '') ?? ''
    const pages = await shop.database.db
      .selectFrom('slug')
      .select('path')
      .where('path', '=', path)
      .execute()
    expect(path === 'he-thong-cua-hang' || pages.length === 1).toBe(true)
  })

  test.each([
    ['bảo hành', '/chinh-sach-bao-hanh'],
    ['doi tra', '/chinh-sach-doi-tra'],
    ['trả góp', '/chinh-sach-tra-gop'],
    ['giao hàng', '/chinh-sach-giao-hang'],
    ['thanh toán', '/chinh-sach-thanh-toan'],
    ['thu cũ đổi mới', '/chinh-sach-thu-cu'],
    ['xóa dữ liệu cá nhân', '/chinh-sach-du-lieu-ca-nhan'],
    ['góp ý', '/giai-quyet-khieu-nai'],
    ['điều kiện mua bán', '/dieu-kien-mua-ban'],
  ])('%s leads to the policy at %s', async (q, path) => {
    expect((await find(q)).understood?.answers[0]?.path).toBe(path)
  })

  test('beside a model gives both', async () => {
    const { products, understood } = await find('iphone 17 trả góp')
    expect(products[0]?.name).toMatch(/^iPhone 17 /)
    expect(understood?.answers[0]?.title).toMatch(/trả góp/i)
  })

  test('prefers the questions of the category', async () => {
    const { understood } = await find('bảo hành laptop')
    expect(understood?.answers[0]).toMatchObject({ path: '/laptop#hoi-dap' })
    expect(understood?.answers.map(({ path }) => path)).toContain('/chinh-sach-bao-hanh')
  })
})

test.each([
  ['opo reno', 'oppo reno14', /^OPPO Reno/],
  ['xiomi', 'xiaomi', /Xiaomi/],
  ['dien thoia samsung', 'dien thoai samsung', /Galaxy/],
])('%s is corrected to %s, which the first product has', async (q, corrected, name) => {
  const { products, understood } = await find(q)
  expect(understood).toMatchObject({ corrected, is_loosened: false })
  expect(products[0]?.name).toMatch(name)
})

test.each(['iphone lock', 'iphone hen', 'galaxy lanh', 'laptop xach nhe'])(
  '%s: a word is not swapped for another one that makes the rest lost',
  async (q) => {
    const { products, understood } = await find(q)
    expect(understood?.corrected).toBeNull()
    expect(products[0]?.name).toMatch(/iPhone|Galaxy|Laptop|MacBook/)
  },
)

test.each(['asdfghjkl', 'tủ lạnh', 'xe đạp điện', 'quần áo'])(
  '%s finds nothing, which is said',
  async (q) => {
    const { total, understood } = await find(q)
    expect(total).toBe(0)
    expect(understood?.corrected).toBeNull()
  },
)

test.each([
  ['iphone màu hồng', 'iphone hồng'],
  ['iphone mau hong', 'iphone hong'],
  ['iphone màu đen', 'iphone đen'],
  ['iphone 17 pro màu cam', 'iphone 17 pro cam'],
  ['điện thoại màu tím', 'điện thoại tím'],
])('%s finds what %s finds', async (with_word, without_word) => {
  const listing = await find(with_word)
  expect(listing.understood?.is_loosened ?? false).toBe(false)
  expect(listing.total).toBe((await find(without_word)).total)
})
