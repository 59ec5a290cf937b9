import { afterAll, expect, test } from 'vitest'
import { isPictureAddress, acceptPicturesFrom } from '#shop/flows/import/picture-address.ts'

afterAll(() => acceptPicturesFrom([]))

test('pictures are under /media/ or at a host in IMAGE_HOSTS', () => {
  acceptPicturesFrom(['https://cdn.example/goods'])
  const taken = ['/media/a.webp', '/media/a/b.jpg?v=12ab34cd', 'https://cdn.example/goods/a.jpg']
  expect(taken.filter((address) => !isPictureAddress(address))).toEqual([])
  const refused = [
    ...[
      'https://x.vn/a.jpg',
      'https://cdn.example/goods',
      'https://cdn.example/goods-of-others/a.jpg',
    ],
    ...[
      'https://cdn.example/other/a.jpg',
      'http://cdn.example/goods/a.jpg',
      '//cdn.example/goods/a',
    ],
    ...[
      '/media/../secret',
      '/media/a b.jpg',
      '/media/a.jpg?w=1',
      '/media/a.jpg#x',
      '/mediaa/x.jpg',
      '',
    ],
  ]
  expect(refused.filter(isPictureAddress)).toEqual([])
})
