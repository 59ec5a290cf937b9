import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import type { CategoryLink } from '#contracts/storefront/catalog.ts'

interface ChildCategoriesProps {
  categories: readonly CategoryLink[]
  label: string
}

/** The child categories of a category, as a row of small picture links. */
export function ChildCategories({ categories, label }: ChildCategoriesProps) {
  return (
    <nav aria-label={label} className="-mx-4 mt-3 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
      <ul className="flex gap-2 md:flex-wrap">
        {categories.map((category) => (
          <li key={category.path} className="shrink-0">
            <a
              href={category.path}
              className={`relative flex h-14 items-center rounded-2xl bg-white pr-4 text-body font-semibold whitespace-nowrap shadow-card transition-shadow hover:text-accent hover:shadow-raised ${category.thumbnail ? 'pl-14.5' : 'pl-4'}`}
            >
              {/* The words come first and make the width: a tile that is there in part would stand in another row. */}
              {category.name}
              {category.thumbnail ? (
                <Photo
                  picture={{ src: category.thumbnail, alt: '', width: 240, height: 240 }}
                  sizes="40px"
                  className="absolute top-2 left-2 size-10"
                />
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
