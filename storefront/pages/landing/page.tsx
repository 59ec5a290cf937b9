import styles from '#storefront/pages/landing/landing.css?url'
import type { LandingData } from '#storefront/pages/landing/landing-data.ts'
import type { ShownBlock } from '#storefront/commerce/blocks/shown-blocks.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { BrandBlock } from '#storefront/commerce/blocks/brand-block.tsx'
import { PostsBlock } from '#storefront/commerce/blocks/posts-block.tsx'
import { CategoriesBlock } from '#storefront/commerce/blocks/categories-block.tsx'
import { FaqList } from '#storefront/commerce/articles/faq-list.tsx'
import { ListingText } from '#storefront/commerce/articles/rich-text.tsx'
import { CountdownBlock } from '#storefront/pages/landing/countdown-block.tsx'
import { CouponWall } from '#storefront/pages/landing/coupon-wall.tsx'
import { FormBlock } from '#storefront/pages/landing/form-block.tsx'
import { HeroBlock } from '#storefront/pages/landing/hero-block.tsx'
import { LandingPreview } from '#storefront/commerce/preview/landing-preview.tsx'
import { LandingState } from '#storefront/pages/landing/landing-state.tsx'
import { FlashBlock, ProductsBlock, UsedBlock } from '#storefront/pages/landing/product-blocks.tsx'
import { PurposeBar } from '#storefront/pages/landing/purpose-bar.tsx'
import { RepairsBlock } from '#storefront/pages/landing/repairs-block.tsx'
import { LandingSection } from '#storefront/pages/landing/section.tsx'
import { StepsBlock } from '#storefront/pages/landing/steps-block.tsx'
import { TilesBlock } from '#storefront/pages/landing/tiles-block.tsx'
import { VideoBlock } from '#storefront/pages/landing/video-block.tsx'

export const meta = ({ head }: LandingData): PageMeta => head

/** A landing page: where the campaign stands, and its blocks in their sequence (contract §2). */
export function Page({ data: { page, blocks, preview } }: { data: LandingData }) {
  const shown_at = preview ? `${preview.at}:00+07:00` : null
  const has_hero = blocks.some(({ kind }) => kind === 'hero')
  return (
    <div className={`landing landing-${page.theme}`}>
      <link rel="stylesheet" href={styles} precedence="page" />
      {preview ? <LandingPreview preview={preview} /> : null}
      {has_hero ? null : <h1 className="landing-frame landing-name">{page.name}</h1>}
      {blocks.map((block, index) => (
        <div
          key={`${index} ${block.kind}`}
          id={block.anchor === '' ? undefined : block.anchor}
          className="landing-block"
        >
          <Block block={block} page={page} shown_at={shown_at} />
          {block.kind === 'hero' ? <LandingState page={page} /> : null}
        </div>
      ))}
      {page.layout === 'hide-footer' ? <PurposeBar blocks={blocks} /> : null}
    </div>
  )
}

interface BlockProps {
  block: ShownBlock
  page: LandingData['page']
  shown_at: string | null
}

function Block({ block, page, shown_at }: BlockProps) {
  switch (block.kind) {
    case 'hero':
      return <HeroBlock block={block} page={page} />
    case 'countdown':
      return <CountdownBlock block={block} page={page} shown_at={shown_at} />
    case 'flash':
      return <FlashBlock block={block} />
    case 'products':
      return <ProductsBlock block={block} />
    case 'vouchers':
      return <CouponWall block={block} />
    case 'tiles':
      return <TilesBlock block={block} />
    case 'steps':
      return <StepsBlock block={block} />
    case 'repairs':
      return <RepairsBlock block={block} />
    case 'used':
      return <UsedBlock block={block} />
    case 'video':
      return <VideoBlock block={block} />
    case 'faq':
      return <FaqBlock block={block} />
    case 'form':
      return <FormBlock block={block} />
    case 'text':
      return <TextBlock block={block} />
    case 'brand':
      return (
        <div className="landing-frame landing-section">
          <BrandBlock block={block} />
        </div>
      )
    case 'categories':
      return (
        <div className="landing-frame landing-section">
          <CategoriesBlock block={block} />
        </div>
      )
    case 'posts':
      return (
        <div className="landing-frame landing-section">
          <PostsBlock block={block} />
        </div>
      )
  }
}

type Of<Kind extends ShownBlock['kind']> = { block: Extract<ShownBlock, { kind: Kind }> }

function FaqBlock({ block: { title, items } }: Of<'faq'>) {
  const faq = items.map(({ question, answer }) => ({ question, answer: paragraphs(answer) }))
  return (
    <div className="landing-frame landing-sheet">
      <FaqList faq={faq} about={title} />
    </div>
  )
}

/** Plain text as markup. */
function paragraphs(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split(/\n+/)
    .map((line) => `<p>${line}</p>`)
    .join('')
}

function TextBlock({ block: { title, html } }: Of<'text'>) {
  return (
    <LandingSection title={title} sentence="">
      <ListingText html={html} className="landing-text" />
    </LandingSection>
  )
}
