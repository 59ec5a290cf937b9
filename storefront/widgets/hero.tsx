import { ArrowRight } from '#storefront/ui/icons.tsx'
import type { CategoryLink } from '#contracts/catalog.ts'
import type { HeroSlide } from '#storefront/hero-slides.ts'
import { HeroSlider } from '#storefront/widgets/hero-slider.tsx'

interface HeroProps {
  slides: readonly HeroSlide[]
  categories: readonly CategoryLink[]
}

/** Which categories stand beside the slides, and what is said about them. */
const asides = [
  { path: '/am-thanh', words: 'Tai nghe, loa chính hãng', ground: 'bg-[#ffe3d3]' },
  { path: '/dong-ho', words: 'Theo dõi sức khỏe mỗi ngày', ground: 'bg-[#d9f1e9]' },
] as const

/** The slides, and on a wide screen two categories beside them. */
export function Hero({ slides, categories }: HeroProps) {
  if (slides.length === 0) return null
  const beside = asides.flatMap((aside) => {
    const category = categories.find((each) => each.path === aside.path)
    return category ? [{ ...aside, category }] : []
  })
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_284px]">
      <HeroSlider slides={slides} />
      {beside.length === asides.length ? (
        <div className="hidden grid-rows-2 gap-4 lg:grid">
          {beside.map(({ category, words, ground }) => (
            <Aside key={category.path} category={category} words={words} ground={ground} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

interface AsideProps {
  category: CategoryLink
  words: string
  ground: string
}

function Aside({ category, words, ground }: AsideProps) {
  return (
    <a
      href={category.path}
      className={`group relative flex overflow-hidden rounded-[20px] p-5 ${ground}`}
    >
      <span className="flex w-36 flex-col items-start">
        <span className="text-lg leading-tight font-extrabold tracking-tight">{category.name}</span>
        <span className="mt-1.5 text-sm leading-snug">{words}</span>
        <span className="mt-auto inline-flex items-center gap-1 text-sm font-bold text-accent-dark">
          Xem ngay
          <ArrowRight className="size-4" />
        </span>
      </span>
      {category.thumbnail ? (
        <img
          src={category.thumbnail}
          alt=""
          width={240}
          height={240}
          fetchPriority="low"
          className="absolute right-0 bottom-0 size-33 transition-transform duration-300 motion-safe:group-hover:scale-105"
        />
      ) : null}
    </a>
  )
}
