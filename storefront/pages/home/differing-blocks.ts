import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { ShownBlock } from '#storefront/commerce/blocks/shown-blocks.ts'

/** How many products a block may leave out and still be full. */
export const spare = 10

/** A block with more products than it shows. */
export interface LoadedBlock {
  block: ShownBlock
  /** How many products it shows, each row of it if it has rows; null: all. */
  size: number | null
}

/** A block that was found, with its size. */
export function sized(block: ShownBlock | null, size: number | null): LoadedBlock | null {
  return block && { block, size }
}

/**
 * Cuts blocks to their sizes so that none repeats a product of the block with products above it, as long as it has
 * others. `first` are the products above the first block.
 */
export function differingBlocks(
  blocks: readonly LoadedBlock[],
  first: readonly number[],
): ShownBlock[] {
  let above = new Set(first)
  return blocks.map(({ block, size }) => {
    const shown = size === null ? block : cut(block, size, above)
    const ids = productsOf(shown).map(({ product_id }) => product_id)
    if (ids.length > 0) above = new Set(ids)
    return shown
  })
}

function cut(block: ShownBlock, size: number, above: ReadonlySet<number>): ShownBlock {
  switch (block.kind) {
    case 'products':
    case 'brand':
      return { ...block, products: othersFirst(block.products, size, above) }
    case 'categories': {
      const rows = block.rows.map((row) => ({
        ...row,
        products: othersFirst(row.products, size, above),
      }))
      return { ...block, rows }
    }
    default:
      return block
  }
}

/** The first products that do not stand above; if they are too few, repeated ones follow them. */
function othersFirst(
  products: readonly ProductCard[],
  size: number,
  above: ReadonlySet<number>,
): ProductCard[] {
  const others = products.filter(({ product_id }) => !above.has(product_id))
  const repeated = products.filter(({ product_id }) => above.has(product_id))
  return [...others, ...repeated].slice(0, size)
}

function productsOf(block: ShownBlock): readonly ProductCard[] {
  switch (block.kind) {
    case 'products':
    case 'brand':
      return block.products
    case 'categories':
      return block.rows.flatMap(({ products }) => products)
    default:
      return []
  }
}
