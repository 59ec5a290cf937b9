import type { CategoryLink } from '#contracts/catalog.ts'

/** The top categories as chips under the search field of a phone. */
export function CategoryStrip({ categories }: { categories: readonly CategoryLink[] }) {
  if (categories.length === 0) return null
  return (
    <nav
      aria-label="Danh mục chính"
      className="flex gap-2 overflow-x-auto bg-white px-4 py-2.5 shadow-card [scrollbar-width:none] md:hidden in-[:has([data-buy-bar])]:hidden"
    >
      {categories.map((category) => (
        <a
          key={category.path}
          href={category.path}
          className="shrink-0 rounded-full bg-mist px-3.5 py-2 text-sm font-semibold whitespace-nowrap"
        >
          {category.name}
        </a>
      ))}
    </nav>
  )
}
