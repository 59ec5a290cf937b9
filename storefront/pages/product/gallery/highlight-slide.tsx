import type { Picture, SpecificationGroup } from '#contracts/storefront/catalog.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Icon } from '#web/ui/icons.tsx'

export type Fact = SpecificationGroup['rows'][number]

/** A slide shows so many facts at 320 px. */
const MAX_FACTS = 5
/** Fewer say nothing that the page does not say anyway. */
const MIN_FACTS = 3

/** The first key fact of each group, then further ones, in the order of the table; none if there are few. */
export function keyFacts(groups: readonly SpecificationGroup[]): Fact[] {
  const keys = groups.map(({ rows }) => rows.filter(({ is_key }) => is_key))
  const firsts = keys.flatMap(([first]) => (first === undefined ? [] : [first]))
  const others = keys.flatMap(([, ...rest]) => rest)
  const chosen = new Set([...firsts, ...others].slice(0, MAX_FACTS))
  return chosen.size < MIN_FACTS ? [] : keys.flat().filter((fact) => chosen.has(fact))
}

/** "Tính năng nổi bật": key facts beside the main picture. */
export function HighlightSlide({ facts, picture }: { facts: readonly Fact[]; picture: Picture }) {
  return (
    <div className="mx-auto grid h-[min(80vw,340px)] w-full grid-cols-[2fr_3fr] items-center gap-3 overflow-hidden rounded-2xl bg-gradient-to-br from-ink to-night p-4 text-white md:h-[400px] md:gap-6 md:px-14">
      <Photo
        picture={picture}
        sizes="(max-width: 800px) 36vw, 220px"
        alt=""
        className="max-h-full w-full rounded-xl bg-white object-contain p-2"
      />
      <div className="min-w-0">
        <h2 className="text-sm font-bold md:text-lg">Tính năng nổi bật</h2>
        <dl className="mt-2 grid gap-1.5 md:mt-4 md:gap-3">
          {facts.map(({ code, name, value }) => (
            <div key={code} className="min-w-0">
              <dt className="text-[11px] leading-tight opacity-80 md:text-[13px]">{name}</dt>
              <dd className="truncate text-[13px] font-bold md:text-base">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

/** The thumbnail that leads to the slide. */
export function HighlightThumbnail() {
  return (
    <span className="grid h-13 w-full content-center justify-items-center gap-0.5 text-center text-[10px] leading-tight font-semibold md:h-16">
      <Icon name="badge-check" className="size-4 text-accent" />
      <span className="max-[359px]:sr-only">Nổi bật</span>
    </span>
  )
}
