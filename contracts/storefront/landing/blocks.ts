import { z } from 'zod'
import { Picture } from '#contracts/storefront/catalog.ts'
import { DeviceKind } from '#contracts/storefront/repair.ts'
import { ListingSort } from '#contracts/storefront/search.ts'
import { UsedSort } from '#contracts/storefront/trade/used.ts'

/** The time of a campaign. over: outside of its time, before and after. */
export const LandingPhase = z.enum(['teasing', 'running', 'd-day', 'over'])
export type LandingPhase = z.infer<typeof LandingPhase>

/** Colours and decoration of a page. */
export const LandingTheme = z.enum([
  ...['night', 'tet', 'rose', 'sky', 'sun', 'peach', 'cream', 'mint', 'lilac'],
] as const)
export type LandingTheme = z.infer<typeof LandingTheme>

const text = (max: number) => z.string().trim().max(max, `Dài nhất ${max} ký tự.`)
const words = (max: number) => text(max).min(1, 'Hãy nhập phần này.')
/** An address of this shop, or a part of the page. */
const Link = z
  .string()
  .trim()
  .max(300)
  .regex(/^(\/(?![/\\])|#[a-z0-9])[^\s\\]*$/i, 'Hãy nhập địa chỉ trong trang này, như /dien-thoai.')
const Color = z.string().regex(/^#[0-9a-f]{6}$/, 'Màu gồm # và sáu chữ số, như #14244a.')
const Code = z.string().regex(/^[a-z0-9][a-z0-9_+.-]{0,79}$/i)
const Art = Picture.pick({ src: true, width: true, height: true, blur: true }).extend({
  src: z.string().regex(/^\/media\/[\w./-]+$/, 'Hãy chọn ảnh của cửa hàng.'),
  /** Base64, which goes into a style. */
  blur: z
    .string()
    .regex(/^[\w+/=]*$/)
    .optional(),
})

/** In which phases a block is shown (none named: in all), and the name that links of the page lead to. */
const every_block = {
  phases: z.array(LandingPhase).max(4),
  anchor: z.string().regex(/^([a-z][a-z0-9-]{0,39})?$/, 'Chỉ gồm chữ thường, số và gạch nối.'),
}

/** The first block: a picture without words, and the words over it in colours that are readable on it. */
const Hero = z.object({
  kind: z.literal('hero'),
  ...every_block,
  eyebrow: text(60),
  /** A bar parts its two lines. */
  headline: words(80),
  sentence: text(160),
  button: text(40),
  href: Link,
  wide: Art,
  narrow: Art,
  ground: Color,
  ink: Color,
  sentence_ink: Color,
  pill_ground: Color,
  pill_ink: Color,
  button_ground: Color,
  button_ink: Color,
})

/** Counts down to the next change of phase. */
const Countdown = z.object({ kind: z.literal('countdown'), ...every_block, sentence: text(160) })

/** The windows of the flash sale. */
const Flash = z.object({ kind: z.literal('flash'), ...every_block, title: words(80) })

/** Products by a rule, in the prices of the shopper's province. */
const ProductRule = z.object({
  /** Path of a category, such as dien-thoai. */
  category: z.string().regex(/^([a-z0-9-]+(\/[a-z0-9-]+)*)?$/),
  tag: Code.or(z.literal('')),
  brand: z.array(Code).max(10),
  need: z.array(Code).max(5),
  min_price: z.int().min(0).nullable(),
  max_price: z.int().min(0).nullable(),
  sort: ListingSort,
  size: z.int().min(2).max(20),
})

const Products = z.object({
  kind: z.literal('products'),
  ...every_block,
  title: words(80),
  sentence: text(200),
  /** ranked: with its place in the list. */
  look: z.enum(['grid', 'row', 'ranked']),
  rule: ProductRule,
  more: Link.or(z.literal('')),
})

/** A wall of coupons by their codes. Those that are over are left out. */
const Vouchers = z.object({
  kind: z.literal('vouchers'),
  ...every_block,
  title: words(80),
  sentence: text(200),
  look: z.enum(['ticket', 'envelope', 'tag']),
  codes: z
    .array(z.string().regex(/^[A-Z0-9]{3,30}$/, 'Mã gồm chữ hoa và số.'))
    .min(1)
    .max(12),
})

/** Ways into the shop: by person, by budget, by kind; or promises without a link. */
const Tiles = z.object({
  kind: z.literal('tiles'),
  ...every_block,
  title: words(80),
  sentence: text(200),
  look: z.enum(['picture', 'price', 'fact']),
  tiles: z
    .array(
      z.object({
        title: words(60),
        text: text(120),
        href: Link.or(z.literal('')),
        image: Art.nullable(),
      }),
    )
    .min(2)
    .max(12),
})

/** What happens one after the other: steps of a repair, or hours of a day. */
const Steps = z.object({
  kind: z.literal('steps'),
  ...every_block,
  title: words(80),
  sentence: text(200),
  look: z.enum(['steps', 'timeline']),
  steps: z
    .array(
      z.object({
        label: text(30),
        title: words(60),
        text: text(200),
        image: Art.nullable(),
      }),
    )
    .min(2)
    .max(10),
})

/** A price table of repairs. */
const Repairs = z.object({
  kind: z.literal('repairs'),
  ...every_block,
  title: words(80),
  sentence: text(200),
  device_kind: DeviceKind,
  part_codes: z.array(Code).min(1).max(6),
  brand: text(40),
  size: z.int().min(3).max(60),
})

/** Used devices. */
const Used = z.object({
  kind: z.literal('used'),
  ...every_block,
  title: words(80),
  sentence: text(200),
  device_kind: text(60),
  max_price: z.int().min(0).nullable(),
  sort: UsedSort,
  size: z.int().min(2).max(20),
  more: Link,
})

/** A film on YouTube, which is loaded only when the shopper asks for it. */
const Video = z.object({
  kind: z.literal('video'),
  ...every_block,
  title: words(80),
  sentence: text(200),
  youtube_id: z.string().regex(/^[\w-]{11}$/, 'Mã video gồm 11 ký tự.'),
  poster: Art,
})

const Faq = z.object({
  kind: z.literal('faq'),
  ...every_block,
  title: words(80),
  items: z
    .array(z.object({ question: words(160), answer: words(1_000) }))
    .min(1)
    .max(15),
})

/** Running text: the allow-list of contract §5. */
const Text = z.object({
  kind: z.literal('text'),
  ...every_block,
  title: text(80),
  html: words(10_000),
})

/** Goods by a rule beside a picture of their brand, in colours that are readable on it. */
const Brand = z.object({
  kind: z.literal('brand'),
  ...every_block,
  eyebrow: text(60),
  title: words(80),
  sentence: text(160),
  button: words(40),
  href: Link,
  image: Art,
  ground: Color,
  ink: Color,
  button_ground: Color,
  button_ink: Color,
  rule: ProductRule,
})

/** Categories with their leading goods. panels: several beside each other, each with a few goods. */
const Categories = z.object({
  kind: z.literal('categories'),
  ...every_block,
  title: text(80),
  look: z.enum(['grid', 'row', 'panels']),
  /** Paths, such as dien-thoai. */
  categories: z
    .array(z.string().regex(/^[a-z0-9-]+$/))
    .min(1)
    .max(12),
})

/** The newest articles, the first of them large. */
const Posts = z.object({
  kind: z.literal('posts'),
  ...every_block,
  title: words(80),
  sentence: text(200),
  /** Path of their category, such as tu-van; empty: all. */
  category: z.string().regex(/^([a-z0-9-]+)?$/),
  size: z.int().min(1).max(8),
})

/** A form with one field, whose answer is a page of the shop. It stores nothing. */
const Form = z.object({
  kind: z.literal('form'),
  ...every_block,
  title: words(80),
  sentence: text(200),
  label: words(60),
  button: words(40),
  /** What is asked: goods, repairs, used devices, the value of an old device, or an order. */
  asks: z.enum(['goods', 'repairs', 'used', 'trade_in', 'order']),
})

export const LandingBlock = z.discriminatedUnion('kind', [
  ...[Hero, Countdown, Flash, Products, Vouchers, Tiles, Steps, Repairs, Used],
  ...[Video, Faq, Text, Form, Brand, Categories, Posts],
] as const)
export type LandingBlock = z.infer<typeof LandingBlock>
export type BlockOf<Kind extends LandingBlock['kind']> = Extract<LandingBlock, { kind: Kind }>

/** Adds what a block may leave out, when it is read from a form, a file or the database. */
export function completeBlock(block: unknown): unknown {
  if (typeof block !== 'object' || block === null) return block
  const { rule } = block as { rule?: object }
  const full_rule = rule === undefined ? {} : { rule: { ...every_product, ...rule } }
  return { phases: [], anchor: '', max_price: null, ...block, ...full_rule }
}

const every_product = {
  ...{ category: '', tag: '', brand: [], need: [], min_price: null, max_price: null },
  ...{ sort: 'hot', size: 10 },
}

export const LandingBlocks = z
  .array(LandingBlock)
  .max(30, 'Một trang có tối đa 30 khối.')
  .refine(
    (blocks) => new Set(anchors(blocks)).size === anchors(blocks).length,
    'Hai khối có cùng tên neo.',
  )

function anchors(blocks: readonly LandingBlock[]): string[] {
  return blocks.map(({ anchor }) => anchor).filter((anchor) => anchor !== '')
}
