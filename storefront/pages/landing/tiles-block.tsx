import type { CSSProperties } from 'react'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { LandingSection } from '#storefront/pages/landing/section.tsx'

const SIZES = '(max-width: 800px) 30vw, 160px'

/** Ways into the shop as tiles, or promises where a tile has no link. */
export function TilesBlock({ block }: { block: ShownOf<'tiles'> }) {
  const { title, sentence, look, tiles } = block
  return (
    <LandingSection title={title} sentence={sentence}>
      <ul
        style={{ '--columns': columnsFor(tiles.length) } as CSSProperties}
        className={`landing-tiles landing-tiles-${look}`}
        aria-label={title}
      >
        {tiles.map((tile) => (
          <li key={tile.title} className="landing-tile">
            {tile.image === null ? null : (
              <Photo picture={{ ...tile.image, alt: '' }} sizes={SIZES} />
            )}
            <h3>{tile.href === '' ? tile.title : <a href={tile.href}>{tile.title}</a>}</h3>
            {tile.text === '' ? null : <p>{tile.text}</p>}
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

/** How many tiles stand beside each other on a wide screen, so that no row has a hole. */
function columnsFor(count: number): number {
  return [3, 5, 6].includes(count) ? count : 4
}
