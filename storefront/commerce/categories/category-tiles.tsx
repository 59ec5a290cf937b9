import type { CSSProperties } from 'react'
import type { CategoryLink } from '#contracts/storefront/catalog.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

interface CategoryTilesProps {
  categories: readonly CategoryLink[]
  label: string
}

/**
 * Categories as pictures on a white sheet. On a phone they are two rows that scroll sideways. The width of a
 * tile follows from `--tiles`: if it followed from the tiles that have arrived, each part of the page that the
 * browser reads would move them.
 */
export function CategoryTiles({ categories, label }: CategoryTilesProps) {
  const isMany = categories.length > 8
  return (
    <nav aria-label={label} className="sheet overflow-hidden p-2 md:p-3">
      <ul
        style={{ '--tiles': categories.length } as CSSProperties}
        className={`gap-1 sm:grid-cols-6 lg:grid-cols-[repeat(auto-fill,minmax(max(88px,calc(100%/var(--tiles)-4px)),1fr))] ${isMany ? 'tiles-swept' : 'grid grid-cols-4'}`}
      >
        {categories.map((category) => (
          <li key={category.path}>
            <a href={category.path} className="group category-tile">
              <Tile src={category.thumbnail} />
              {category.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Tile({ src }: { src: string | null }) {
  if (src === null) return <span aria-hidden className="size-16 rounded-2xl bg-cream" />
  return (
    <Photo
      picture={{ src, alt: '', width: 240, height: 240 }}
      sizes="(max-width: 800px) 64px, 72px"
      className="size-16 mix-blend-multiply transition-transform duration-200 motion-safe:group-hover:-translate-y-0.5 md:size-18"
    />
  )
}
