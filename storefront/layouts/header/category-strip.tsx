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
          className="strip-link"
        >
          {category.name}
        </a>
      ))}
    </nav>
  )
}
