import { Fragment } from 'react'
import type { ShownBlock } from '#storefront/commerce/blocks/shown-blocks.ts'
import { BrandBlock } from '#storefront/commerce/blocks/brand-block.tsx'
import { PostsBlock } from '#storefront/commerce/blocks/posts-block.tsx'
import { CategoriesBlock } from '#storefront/commerce/blocks/categories-block.tsx'
import { RecentlyViewed } from '#storefront/commerce/recently-viewed/recently-viewed.tsx'
import { ProductsBlock } from '#storefront/pages/home/products-block.tsx'
import { TilesBlock } from '#storefront/pages/home/tiles-block.tsx'

/** The blocks of the home page in the sequence that staff gave them. What the shopper viewed follows the first. */
export function HomeBlocks({ blocks }: { blocks: readonly ShownBlock[] }) {
  return blocks.map((block, index) => (
    <Fragment key={`${index} ${block.kind}`}>
      <Block block={block} />
      {index === 0 ? <RecentlyViewed /> : null}
    </Fragment>
  ))
}

function Block({ block }: { block: ShownBlock }) {
  switch (block.kind) {
    case 'products':
      return <ProductsBlock block={block} />
    case 'tiles':
      return <TilesBlock block={block} />
    case 'brand':
      return <BrandBlock block={block} />
    case 'categories':
      return <CategoriesBlock block={block} />
    case 'posts':
      return <PostsBlock block={block} />
    default:
      return null
  }
}
