import { useLocation } from 'react-router'
import type { CategoryLink } from '#contracts/storefront/catalog.ts'

/** The top categories as chips below the search field, on phones. */
export function CategoryStrip({ categories }: { categories: readonly CategoryLink[] }) {
  const { pathname } = useLocation()
  if (categories.length === 0) return null
  return (
    <nav
      aria-label="Danh mục chính"
      className="flex gap-2 overflow-x-auto bg-white px-4 py-2.5 shadow-card [scrollbar-width:none] md:hidden"
    >
      {categories.map((category) => (
        <a
          key={category.path}
          href={category.path}
          aria-current={category.path === pathname ? 'page' : undefined}
          className="finger shrink-0 rounded-full bg-mist px-3.5 py-2 text-sm font-semibold whitespace-nowrap aria-[current]:bg-ink aria-[current]:text-white"
        >
          {category.name}
        </a>
      ))}
    </nav>
  )
}
