import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { LandingSection } from '#storefront/pages/landing/section.tsx'

const SIZES = '(max-width: 800px) 30vw, 160px'

/** Ways into the shop as tiles, or promises where a tile has no link. */
export function TilesBlock({ block }: { block: ShownOf<'tiles'> }) {
  const { title, sentence, look, tiles } = block
  return (
    <LandingSection title={title} sentence={sentence}>
      <ul className={`landing-tiles landing-tiles-${look}`} aria-label={title}>
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
