import { describe, expect, test } from 'vitest'
import { metaOf, type MetaSource } from '#shop/catalog/meta.ts'

const empty: MetaSource = {
  meta_title: '',
  meta_description: '',
  keywords: '',
  canonical_tag: '',
  meta_thumbnail: null,
  meta_index: true,
  meta_follow: true,
}
const fallback = {
  name: 'iPhone 17',
  url_path: 'iphone-17',
  description: '',
  image: '/media/a.webp',
}

describe('metadata', () => {
  test('falls back to name, address, first words and picture (contract §2)', () => {
    const description = '<p><span>iPhone 17</span> &amp; hơn thế.</p><p>Màn hình đẹp.</p>'
    expect(metaOf(empty, { ...fallback, description })).toEqual({
      title: 'iPhone 17',
      description: 'iPhone 17 & hơn thế. Màn hình đẹp.',
      keywords: '',
      canonical_path: '/iphone-17',
      image: '/media/a.webp',
      is_indexed: true,
      is_followed: true,
    })
  })

  test('uses the texts that staff wrote', () => {
    const written = {
      ...empty,
      meta_title: 'Giá tốt',
      meta_index: false,
      canonical_tag: '/iphone-17-256gb',
    }
    const meta = metaOf(written, fallback)
    expect([meta.title, meta.is_indexed, meta.canonical_path]).toEqual([
      'Giá tốt',
      false,
      '/iphone-17-256gb',
    ])
  })

  test.each(['https://elsewhere.example/x', '//elsewhere.example', 'x'])(
    'does not accept %s as canonical address',
    (canonical_tag) => {
      expect(metaOf({ ...empty, canonical_tag }, fallback).canonical_path).toBe('/iphone-17')
    },
  )

  test('cuts a long description between words', () => {
    const { description } = metaOf(empty, { ...fallback, description: 'từ '.repeat(100) })
    expect(description.length).toBeLessThanOrEqual(160)
    expect(description.endsWith('từ…')).toBe(true)
  })
})
