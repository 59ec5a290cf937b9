import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addressBase, readRow } from '#shop/flows/import/import-row.ts'
import { attributeCode, richText } from '#shop/flows/import/row-values.ts'

const product = {
  sku: 'A-1',
  name: 'Tai nghe X',
  category: 'Âm thanh > Tai nghe',
  list_price: 500_000,
}

/** The rows of a line that must be valid. */
function rowsOf(raw: Record<string, unknown>) {
  const read = readRow(raw)
  if ('reason' in read) throw new RangeError(read.reason)
  return read
}

function reasonOf(raw: Record<string, unknown>): string {
  const read = readRow(raw)
  return 'reason' in read ? read.reason : 'accepted'
}

describe('a line that a spreadsheet has saved', () => {
  test.each(['8.9346E+12', '8,93E+12', '1E+05'])('is refused with a number like %s', (short) => {
    for (const name of ['sku', 'gtin', 'mpn', 'name']) {
      expect(reasonOf({ ...product, [name]: short })).toBe(
        `${name} is a number that a spreadsheet has shortened: ${short}`,
      )
    }
  })

  test('has the zero of a code again, and no place off the globe', () => {
    const province = { record: 'province', province_id: 1, name: 'Cao Bằng', slug: 'cao-bang' }
    const { staged } = rowsOf({ ...province, official_code: '4', legacy_code: 4 })
    expect(staged[0]?.row).toMatchObject({ official_code: '04', legacy_code: '04' })
    expect(reasonOf({ ...province, official_code: '104', legacy_code: '04' })).toBe(
      'official_code must have two digits, not "104"',
    )
    expect(reasonOf({ record: 'shop', code: 'CH001', latitude: '20985' })).toBe(
      'latitude must be degrees such as 20.985, not "20985"',
    )
  })

  test('has its flags in capitals', () => {
    const { staged } = rowsOf({ ...product, is_active: 'TRUE', 'attributes.anc': 'FALSE' })
    expect(staged[0]?.row).toMatchObject({ is_active: true, attributes: { anc: false } })
  })
})

describe('a line in our format', () => {
  test('of a product without colours is a version and its item', () => {
    const { staged } = rowsOf({
      ...product,
      brand: 'Sony',
      sale_price: '450000',
      stock: { CH001: 3 },
    })
    expect(staged).toEqual([
      {
        record: 'version',
        key: 'V-A-1',
        row: {
          sku: 'V-A-1',
          name: 'Tai nghe X',
          brand: 'Sony',
          brand_slug: 'sony',
          category: 'Âm thanh > Tai nghe',
          base: 'tai-nghe-x',
          category_path: [
            { code: 'am-thanh', name: 'Âm thanh' },
            { code: 'tai-nghe', name: 'Tai nghe' },
          ],
        },
      },
      {
        record: 'item',
        key: 'A-1',
        row: {
          sku: 'A-1',
          version: 'V-A-1',
          list_price: 500_000,
          sale_price: 450_000,
          stock: { CH001: 3 },
        },
      },
    ])
  })

  test('distinguishes missing fields from empty ones', () => {
    const { staged } = rowsOf({ sku: 'A-1', version_label: '', warranty_months: '', stock: '' })
    expect(staged[0]?.row).toEqual({ sku: 'V-A-1', version_label: '' })
    expect(staged[1]?.row).toEqual({ sku: 'A-1', version: 'V-A-1', stock: {} })
  })

  test('reads spec, mpn, gtin, year and columns attributes.CODE as attributes', () => {
    const { staged, notes } = rowsOf({
      ...product,
      mpn: 42,
      year: 2025,
      'attributes.RAM (GB)': '16',
      spec: { 'cores.total': 8, color: ['BLACK', 'RGB'], port: [{ speed: null }], none: null },
    })
    expect(staged[0]?.row['attributes']).toEqual({
      mpn: '42',
      year: 2025,
      ram_gb: 16,
      cores_total: 8,
      color: 'BLACK, RGB',
    })
    expect(notes).toEqual(['spec.port cannot be printed in a table and was left out'])
  })

  test.each([
    [{ ...product, sku: '' }, 'sku is missing'],
    [
      { ...product, list_price: '12.99 USD' },
      'list_price must be an amount in đồng such as 12990000, not "12.99 USD"',
    ],
    [{ ...product, list_price: 0 }, 'list_price must be above 0đ and sensible, not 0'],
    [{ ...product, sale_price: 600_000 }, 'sale price 600000 is above the list price 500000'],
    [{ sku: 'A-1', sale_price: 1000 }, 'sale_price needs a list_price beside it'],
    [
      { ...product, warranty_months: '1e3' },
      'warranty_months must be a whole number from 0 on, not "1e3"',
    ],
    [
      { ...product, launched_on: '2026-02-30' },
      'launched_on must be a day such as 2026-09-15, not "2026-02-30"',
    ],
    [{ ...product, attributes: '{"a":' }, 'attributes is no JSON: "{"a":"'],
    [
      { ...product, media: [{ src: 'https://x.vn/a.jpg' }] },
      'media must lie under /media/, not "https://x.vn/a.jpg"',
    ],
    [
      { ...product, path: '../etc' },
      'path must be an address such as iphone-18-256gb, not "../etc"',
    ],
    [{ record: 'planet' }, 'record "planet" is not known'],
    [
      { record: 'attribute', code: 'a', data_type: 'date' },
      'data_type must be one of text, number, boolean',
    ],
    [{ record: 'attribute', code: 'a', better: 'more' }, 'better must be one of higher, lower'],
    [{ record: 'brand', name: 'A', faq: [{ answer: 'Có' }] }, 'faq must be a text'],
  ])('is refused with a reason in words: %j', (raw, reason) => {
    expect(reasonOf(raw)).toBe(reason)
  })

  test.each([
    '12990000',
    '12990000 VND',
    '12.990.000đ',
    '12,990,000',
    12_990_000,
    'VND 12990000.00',
  ])('an amount may be written %s', (list_price) => {
    expect(rowsOf({ ...product, list_price }).staged[1]?.row['list_price']).toBe(12_990_000)
  })

  test('every line of the load catalogue is valid', () => {
    const lines = readFileSync('test/fixtures/load-catalogue.ndjson', 'utf8').trim().split('\n')
    const reasons = lines.map((line) => reasonOf(JSON.parse(line) as Record<string, unknown>))
    expect(new Set(reasons)).toEqual(new Set(['accepted']))
  })
})

describe('a line of a Merchant feed', () => {
  const feed = {
    id: 'IP18-BLK',
    title: 'iPhone 18 256GB',
    description: 'Điện thoại\nmới <2026>',
    link: 'https://shop.example/iphone-18-256gb?utm=1',
    'image link': 'https://shop.example/media/a.webp',
    price: '24990000 VND',
    'sale price': '',
    availability: 'out_of_stock',
    brand: 'Apple',
    gtin: '0190199000000',
    google_product_category: '267',
    product_type: 'Điện thoại > Apple, Khuyến mãi',
    condition: 'new',
  }

  test('becomes a product', () => {
    const { staged } = rowsOf(feed)
    expect(staged[0]?.row).toMatchObject({
      name: 'iPhone 18 256GB',
      path: 'iphone-18-256gb',
      category_path: [
        { code: 'dien-thoai', name: 'Điện thoại' },
        { code: 'apple', name: 'Apple' },
      ],
      attributes: { gtin: '0190199000000' },
    })
    expect(staged[1]?.row).toMatchObject({
      sku: 'IP18-BLK',
      list_price: 24_990_000,
      sale_price: null,
      stock: {},
      media: [{ src: '/media/a.webp', width: 600 }],
    })
  })

  test('of a group is an item of the group’s version', () => {
    const { staged } = rowsOf({ ...feed, item_group_id: 'IP18', color: 'Đen', size: '256GB' })
    expect(staged.map(({ record, key }) => `${record} ${key}`)).toEqual([
      'version IP18',
      'item IP18-BLK',
    ])
    expect(staged[1]?.row).toMatchObject({ color_name: 'Đen 256GB', color_slug: 'den-256gb' })
  })

  test('of a used product is refused', () => {
    expect(reasonOf({ ...feed, condition: 'used' })).toBe(
      'condition "used": only new products are accepted',
    )
  })
})

test('rich text keeps p, span and a; the rest becomes paragraphs', () => {
  const ours = '<p><span>A</span> <a href="/dien-thoai">b</a> &amp; c</p>'
  expect(richText(ours)).toBe(ours)
  const styled = '<p style="font-size:18px;font-weight:700">Tiêu đề</p><p>Chữ &amp; số</p>'
  expect(richText(styled)).toBe(styled)
  expect(richText('một\nhai & ba')).toBe('<p>một</p><p>hai &amp; ba</p>')
  const foreign =
    '<div onclick="x()">Xin <b>chào</b><script>alert(1)</script><a href="javascript:x">x</a></div>'
  expect(richText(foreign)).toBe('<p>Xin chàox</p>')
  expect(richText(richText(foreign))).toBe(richText(foreign))
})

test('codes and addresses are made from names', () => {
  expect(attributeCode('usb_headers.USB 3.2')).toBe('usb_headers_usb_3_2')
  expect(addressBase('iPhone 18 | Chính hãng VN/A', 'X')).toBe('iphone-18')
  expect(addressBase('漢字', 'KB-7')).toBe('kb-7')
  expect(addressBase('a'.repeat(90) + ' ' + 'b'.repeat(90), '')).toBe('a'.repeat(90))
})
