import { describe, expect, test } from 'vitest'
import { createRepairTitles } from '#shop/search/query/repair-titles.ts'
import { wordsOf } from '#shop/search/index/words.ts'

const row = (name: string, words: string) => ({
  ...{ name, path: `/${name}`, thumbnail: null, price: null },
  words: `${name} ${words}`,
})
const titles = createRepairTitles([
  row('Sửa chữa điện thoại', ''),
  row('Thay pin iPhone 13 Pro Max', 'điện thoại Apple'),
  row('Thay pin iPhone 13', 'điện thoại Apple'),
  row('Thay màn hình iPhone 13', 'điện thoại Apple'),
  row('Thay chân sạc iPhone 13', 'điện thoại Apple'),
  row('Thay pin Galaxy S25+', 'điện thoại Samsung'),
])
const found = (q: string) =>
  titles
    .find(
      wordsOf(q).map(({ text }) => text),
      3,
    )
    .map(({ name }) => name)

describe('repair services in the search box', () => {
  test.each([
    ['thay pin iphone 13', ['Thay pin iPhone 13', 'Thay pin iPhone 13 Pro Max']],
    ['thay pin ip13', ['Thay pin iPhone 13', 'Thay pin iPhone 13 Pro Max']],
    ['giá thay pin samsung bao nhiêu tiền', ['Thay pin Galaxy S25+']],
    ['pin iphone 13 pro', ['Thay pin iPhone 13 Pro Max']],
    ['sua dien thoai', ['Sửa chữa điện thoại', 'Thay pin iPhone 13', 'Thay màn hình iPhone 13']],
    ['thay man hi', ['Thay màn hình iPhone 13']],
  ])('“%s” finds them', (q, names) => {
    expect(found(q)).toEqual(names)
  })

  test.each([
    'iphone 13',
    'sạc iphone 13',
    'pin dự phòng',
    'màn hình 27 inch',
    'thay pin nokia',
    '',
  ])('“%s” finds none', (q) => {
    expect(found(q)).toEqual([])
  })
})
