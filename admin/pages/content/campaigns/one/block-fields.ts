import type { LandingBlock } from '#contracts/storefront/landing/blocks.ts'

/** A field of a block as the editor shows it. */
export interface BlockField {
  name: string
  label: string
  /** lines: several values, one in a line. list: several things with fields of their own. */
  look: 'line' | 'area' | 'number' | 'color' | 'choice' | 'picture' | 'lines' | 'group' | 'list'
  choices?: readonly (readonly [value: string, title: string])[]
  fields?: readonly BlockField[]
  /** A new thing of a list. */
  blank?: Readonly<Record<string, unknown>>
}

const line = (name: string, label: string): BlockField => ({ name, label, look: 'line' })
const area = (name: string, label: string): BlockField => ({ name, label, look: 'area' })
const number = (name: string, label: string): BlockField => ({ name, label, look: 'number' })
const color = (name: string, label: string): BlockField => ({ name, label, look: 'color' })
const lines = (name: string, label: string): BlockField => ({ name, label, look: 'lines' })
const picture = (name: string, label: string): BlockField => ({ name, label, look: 'picture' })
const choice = (
  name: string,
  label: string,
  choices: readonly (readonly [string, string])[],
): BlockField => ({ name, label, look: 'choice', choices })

const heading = [line('title', 'Tiêu đề'), area('sentence', 'Câu dẫn')]
const sorts = [
  ['hot', 'Khuyến mãi hot'],
  ['selling', 'Bán chạy 30 ngày'],
  ['discount', 'Giảm nhiều nhất'],
  ['price-asc', 'Giá thấp đến cao'],
  ['price-desc', 'Giá cao đến thấp'],
  ['views', 'Xem nhiều'],
] as const
const used_sorts = [
  ['newest', 'Mới lên kệ'],
  ['price-asc', 'Giá thấp đến cao'],
  ['price-desc', 'Giá cao đến thấp'],
  ['battery', 'Pin tốt nhất'],
] as const
const devices = [
  ['dien-thoai', 'Điện thoại'],
  ['apple-watch', 'Apple Watch'],
  ['may-tinh-bang', 'Máy tính bảng'],
  ['laptop', 'Laptop'],
] as const

const product_rule: BlockField = {
  name: 'rule',
  label: 'Sản phẩm nào',
  look: 'group',
  fields: [
    line('category', 'Danh mục (dien-thoai); trống: tất cả'),
    line('tag', 'Thẻ sản phẩm'),
    lines('brand', 'Thương hiệu (apple), mỗi dòng một'),
    lines('need', 'Nhu cầu (pin-trau), mỗi dòng một'),
    number('min_price', 'Giá từ'),
    number('max_price', 'Giá đến'),
    choice('sort', 'Sắp xếp', sorts),
    number('size', 'Số sản phẩm (2–20)'),
  ],
}

/** The fields of each kind of block. */
export const block_fields: Record<LandingBlock['kind'], readonly BlockField[]> = {
  hero: [
    line('eyebrow', 'Chữ nhỏ'),
    line('headline', 'Tiêu đề, hai dòng cách bằng |'),
    area('sentence', 'Câu dẫn'),
    line('button', 'Nút'),
    line('href', 'Nút dẫn đến (/dien-thoai hoặc #neo)'),
    picture('wide', 'Hình rộng 1380 × 560, trái để trống cho chữ'),
    picture('narrow', 'Hình điện thoại 780 × 640, phần trên để trống'),
    color('ground', 'Màu nền của hình'),
    color('ink', 'Màu tiêu đề'),
    color('sentence_ink', 'Màu câu dẫn'),
    color('pill_ground', 'Nền chữ nhỏ'),
    color('pill_ink', 'Màu chữ nhỏ'),
    color('button_ground', 'Nền nút'),
    color('button_ink', 'Chữ nút'),
  ],
  countdown: [area('sentence', 'Câu dưới đồng hồ')],
  flash: [line('title', 'Tiêu đề')],
  products: [
    ...heading,
    choice('look', 'Cách bày', [
      ['grid', 'Lưới'],
      ['row', 'Một hàng kéo ngang'],
      ['ranked', 'Xếp hạng'],
    ]),
    product_rule,
    line('more', '"Xem tất cả" dẫn đến; trống: không có'),
  ],
  vouchers: [
    ...heading,
    choice('look', 'Hình', [
      ['ticket', 'Vé'],
      ['envelope', 'Bao lì xì'],
      ['tag', 'Thẻ giá'],
    ]),
    lines('codes', 'Mã, mỗi dòng một'),
  ],
  tiles: [
    ...heading,
    choice('look', 'Hình', [
      ['picture', 'Có hình'],
      ['price', 'Chữ lớn'],
      ['fact', 'Lời hứa, không khung'],
    ]),
    {
      name: 'tiles',
      label: 'Ô',
      look: 'list',
      fields: [
        line('title', 'Tiêu đề'),
        line('text', 'Câu'),
        line('href', 'Dẫn đến; trống: không dẫn'),
        picture('image', 'Hình'),
      ],
      blank: { title: '', text: '', href: '', image: null },
    },
  ],
  steps: [
    ...heading,
    choice('look', 'Hình', [
      ['steps', 'Các bước có số'],
      ['timeline', 'Mốc giờ'],
    ]),
    {
      name: 'steps',
      label: 'Bước',
      look: 'list',
      fields: [
        line('label', 'Mốc (09:00)'),
        line('title', 'Tiêu đề'),
        area('text', 'Câu'),
        picture('image', 'Hình'),
      ],
      blank: { label: '', title: '', text: '', image: null },
    },
  ],
  repairs: [
    ...heading,
    choice('device_kind', 'Thiết bị', devices),
    lines('part_codes', 'Dịch vụ (thay-pin), mỗi dòng một'),
    line('brand', 'Hãng (Apple); trống: mọi hãng'),
    number('size', 'Số dòng (3–60)'),
  ],
  used: [
    ...heading,
    line('device_kind', 'Loại (dien-thoai); trống: tất cả'),
    number('max_price', 'Giá đến'),
    choice('sort', 'Sắp xếp', used_sorts),
    number('size', 'Số máy (2–20)'),
    line('more', '"Xem tất cả" dẫn đến'),
  ],
  video: [
    ...heading,
    line('youtube_id', 'Mã video YouTube (11 ký tự)'),
    picture('poster', 'Hình chờ 16 : 9'),
  ],
  faq: [
    line('title', 'Câu hỏi thường gặp về …'),
    {
      name: 'items',
      label: 'Câu hỏi',
      look: 'list',
      fields: [line('question', 'Hỏi'), area('answer', 'Đáp')],
      blank: { question: '', answer: '' },
    },
  ],
  form: [
    ...heading,
    line('label', 'Nhãn của ô nhập'),
    line('button', 'Nút'),
    choice('asks', 'Khách hỏi gì', [
      ['goods', 'Sản phẩm'],
      ['repairs', 'Giá sửa điện thoại'],
      ['used', 'Máy cũ'],
      ['trade_in', 'Giá thu máy cũ'],
      ['order', 'Đơn hàng'],
    ]),
  ],
  text: [line('title', 'Tiêu đề'), area('html', 'Đoạn văn (p, span, a)')],
  brand: [
    line('eyebrow', 'Chữ nhỏ'),
    ...heading,
    line('button', 'Nút'),
    line('href', 'Nút dẫn đến (/thuong-hieu/samsung)'),
    picture('image', 'Hình 780 × 440, phần trên để trống cho chữ'),
    color('ground', 'Màu nền'),
    color('ink', 'Màu chữ'),
    color('button_ground', 'Nền nút'),
    color('button_ink', 'Chữ nút'),
    product_rule,
  ],
  categories: [
    line('title', 'Tiêu đề chung; trống: chỉ tên danh mục'),
    choice('look', 'Cách bày', [
      ['grid', 'Lưới'],
      ['row', 'Một hàng kéo ngang'],
      ['panels', 'Nhiều danh mục cạnh nhau'],
    ]),
    lines('categories', 'Danh mục (dien-thoai), mỗi dòng một'),
  ],
  posts: [
    ...heading,
    line('category', 'Chuyên mục (tu-van); trống: tất cả'),
    number('size', 'Số bài (1–8)'),
  ],
}

const art = { src: '/media/landing-art/sale-black-friday.webp', width: 1380, height: 560 }
const narrow_art = {
  ...{ src: '/media/landing-art/sale-black-friday-mobile.webp', width: 780, height: 640 },
}

const every_product = {
  ...{ category: '', tag: '', brand: [], need: [], min_price: null, max_price: null },
  ...{ sort: 'hot', size: 10 },
}

/** A new block of each kind. */
export const blank_blocks: Record<LandingBlock['kind'], Readonly<Record<string, unknown>>> = {
  hero: {
    ...{ eyebrow: '', headline: 'Dòng một | Dòng hai', sentence: '', button: 'Xem ngay' },
    ...{ href: '/', wide: art, narrow: narrow_art, ground: '#1a295a', ink: '#ffffff' },
    ...{ sentence_ink: '#d5def4', pill_ground: '#ffb38f', pill_ink: '#14244a' },
    ...{ button_ground: '#ff7a45', button_ink: '#14244a' },
  },
  countdown: { sentence: '' },
  flash: { title: 'Flash sale' },
  products: {
    ...{ title: 'Sản phẩm', sentence: '', look: 'grid', more: '' },
    rule: every_product,
  },
  vouchers: { title: 'Mã giảm giá', sentence: '', look: 'ticket', codes: [] },
  tiles: { title: 'Chọn nhanh', sentence: '', look: 'price', tiles: [] },
  steps: { title: 'Các bước', sentence: '', look: 'steps', steps: [] },
  repairs: {
    ...{ title: 'Bảng giá', sentence: '', device_kind: 'dien-thoai', part_codes: [] },
    ...{ brand: '', size: 40 },
  },
  used: {
    ...{ title: 'Máy cũ', sentence: '', device_kind: '', max_price: null, sort: 'newest' },
    ...{ size: 10, more: '/may-cu' },
  },
  video: { title: 'Video', sentence: '', youtube_id: '', poster: art },
  faq: { title: 'chương trình', items: [] },
  form: { title: 'Tìm nhanh', sentence: '', label: 'Tên máy', button: 'Tìm', asks: 'goods' },
  text: { title: '', html: '' },
  brand: {
    ...{ eyebrow: '', title: 'Thương hiệu', sentence: '', button: 'Xem tất cả', href: '/' },
    ...{ image: narrow_art, ground: '#1a295a', ink: '#ffffff' },
    ...{ button_ground: '#ff7a45', button_ink: '#14244a', rule: { ...every_product, size: 4 } },
  },
  categories: { title: '', look: 'row', categories: [] },
  posts: { title: 'Bài viết mới', sentence: '', category: '', size: 4 },
}
