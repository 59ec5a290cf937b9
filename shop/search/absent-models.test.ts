import { describe, expect, test } from 'vitest'
import { readDemoData } from '#db/seed/demo-data.ts'
import { openDemoCatalog } from '#test/support/catalog.ts'

const shop = openDemoCatalog()
const find = (q: string) => shop.list({ q, size: 5 })

describe('a model that the shop does not carry', () => {
  // Models of 2020 to 2026; the nearest of the line must come first, and none of another line may be among five.
  test.each([
    ['iphone 11', /^iPhone 13 /, /^iPhone/],
    ['iphone 12 mini', /^iPhone 13 /, /^iPhone/],
    ['iphone 12 pro max', /^iPhone 1[45] Pro Max /, /^iPhone/],
    ['iphone 13 pro', /^iPhone 1[345] /, /^iPhone/],
    ['iPhone 14 Plus', /^iPhone 1(4|5 Plus) /, /^iPhone/],
    ['iphone 14 pro', /^iPhone 1[45] /, /^iPhone/],
    ['iphone se 2022', /^iPhone/, /^iPhone/],
    ['galaxy s21 fe', /Galaxy S2\d FE/, /Galaxy S2/],
    ['galaxy s22', /Galaxy S2[45]/, /Galaxy S2/],
    ['samsung s23 ultra', /Galaxy S24 Ultra/, /Galaxy S2/],
    ['samsung a34 5g', /Galaxy A36 5G/, /Galaxy A/],
    ['samsung a55', /Galaxy A56/, /Galaxy A/],
    ['galaxy z fold5', /Z Fold7/, /Galaxy Z/],
    ['z flip 5', /Z Flip7/, /Galaxy Z/],
    ['redmi note 11', /^Redmi Note 14/, /^Redmi Note/],
    ['redmi note 12 pro', /^Redmi Note 1[45]/, /^Redmi Note/],
    ['redmi 13c', /^Redmi 15C/, /^Redmi/],
    ['xiaomi 13t pro', /^Xiaomi 15T Pro/, /^Xiaomi 1/],
    ['xiaomi 14 ultra', /^Xiaomi 17 Ultra/, /^Xiaomi 1/],
    ['poco x6 pro', /^POCO X7 Pro/, /POCO/],
    ['oppo reno12 f', /^OPPO Reno14 F/, /^OPPO Reno/],
    ['oppo find x5 pro', /^OPPO Find X9 Pro/, /^OPPO Find/],
    ['oppo a58', /^OPPO A/, /^OPPO/],
    ['vivo y36', /^vivo Y29/, /^vivo/],
    ['vivo x100 pro', /^vivo X300 Pro/, /^vivo/],
    ['realme c55', /^realme C75/, /^realme/],
    ['honor magic 6 pro', /^HONOR Magic8 Pro/, /^HONOR/],
    ['nokia g22', /^Nokia/, /^Nokia/],
    ['nothing phone 2a', /^Nothing Phone \(3a\)/, /^Nothing/],
    ['tecno camon 20', /^TECNO/, /^TECNO/],
    ['macbook air m1', /^MacBook Air 1\d M/, /^MacBook/],
    ['ipad mini 6', /^iPad mini 7/, /^iPad/],
    ['galaxy tab s9', /Galaxy Tab S1[01]/, /Galaxy Tab/],
    ['dell xps 15', /Dell XPS 13/, /Dell/],
    ['acer nitro 5', /Acer Nitro V 15/, /Acer/],
    ['airpods 3', /^AirPods 4/, /^AirPods/],
    ['sony wh-1000xm4', /^Sony WH-1000XM5/, /^Sony/],
    ['sony xm4', /^Sony W[HF]-1000XM5/, /^Sony W/],
    ['sony xm 4', /^Sony W[HF]-1000XM5/, /^Sony W/],
    ['sony xm3', /^Sony W[HF]-1000XM5/, /^Sony W/],
    ['s23', /Galaxy S2[45]/, /Galaxy S2/],
    ['s23 ultra', /Galaxy S24 Ultra/, /Galaxy S2/],
    ['a54', /Galaxy A56/, /(?:Galaxy|OPPO) A/],
    ['jbl flip 6', /^JBL Flip 7/, /^JBL/],
    ['apple watch series 8', /^Apple Watch Series 11/, /^Apple Watch/],
    ['galaxy watch 6', /Galaxy Watch8/, /Galaxy Watch/],
    ['garmin forerunner 255', /^Garmin Forerunner 165/, /^Garmin/],
    ['huawei band 8', /^HUAWEI Watch/, /^HUAWEI/],
    ['rtx 4090', /RTX 50/, /RTX/],
    ['ps4', /PlayStation 5/, /PlayStation/],
  ])('%s is answered by the nearest of its line', async (q, first, line) => {
    const { products, understood } = await find(q)
    expect(understood).toMatchObject({ absent: q, corrected: null })
    const names = products.map((card) => card.name)
    expect(names[0]).toMatch(first)
    for (const name of names) expect(name).toMatch(line)
  })

  test.each(['google pixel 8 pro', 'oneplus 11', 'motorola edge 40', 'sony xperia 1 v'])(
    '%s is of a brand that is not carried: phones are shown, and it is told',
    async (q) => {
      const { products, understood } = await find(q)
      expect(understood?.absent).toBe(q)
      expect(products.map((card) => card.name).join()).toMatch(/iPhone|Galaxy/)
    },
  )

  test.each([
    ['tai nghe sony xm4', 'sony xm4', /^Sony W[HF]-1000XM5/],
    ['tai nghe bose', 'bose', /AirPods|Sony|soundcore/],
    ['đồng hồ casio', 'casio', /Watch|Band/],
    ['imac', 'imac', /MacBook|Laptop/],
    ['vsmart', 'vsmart', /iPhone|Galaxy/],
    ['bphone', 'bphone', /iPhone|Galaxy/],
  ])('%s: only “%s” is not carried, and its kind is shown', async (q, absent, name) => {
    const { products, understood } = await find(q)
    expect(understood).toMatchObject({ absent, corrected: null })
    expect(products[0]?.name).toMatch(name)
  })

  test('keeps the budget: other goods of its kind within it', async () => {
    const { products, understood } = await find('galaxy s22 dưới 6 triệu')
    expect(understood?.absent).toBe('galaxy s22')
    expect(products.length).toBeGreaterThan(0)
    for (const { special_price, price } of products) {
      expect(special_price ?? price).toBeLessThanOrEqual(6_000_000)
    }
  })
})

test('no model of the shop is called absent, with or without its memory', async () => {
  const { models } = await readDemoData()
  for (const { name, variants } of models) {
    const memory = variants[0]?.label.match(/[\d/]+[GT]B/)?.[0] ?? ''
    for (const q of [name, `${name} ${memory}`]) {
      const { understood, products } = await find(q)
      expect([q, understood?.absent]).toEqual([q, null])
      expect(products[0]?.name.toLowerCase()).toContain(name.toLowerCase())
    }
  }
})

test.each([
  'iphone 18',
  'galaxy z fold',
  'macbook m4',
  'ipad m5',
  'iphone 17 pro màu cam',
  'laptop rtx 4050',
  'ps5',
  'rtx 5070',
])('%s names no absent model', async (q) => {
  expect((await find(q)).understood?.absent).toBeNull()
})
