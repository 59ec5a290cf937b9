interface BreadcrumbProps {
  /** From the level below home to the page itself. */
  crumbs: readonly { name: string; path: string }[]
}

/** The breadcrumb of a page. The last crumb is the page itself and not a link. */
export function Breadcrumb({ crumbs }: BreadcrumbProps) {
  const last = crumbs.length - 1
  return (
    <nav aria-label="Đường dẫn" className="text-sm text-muted">
      <ol className="flex items-center gap-x-2 overflow-x-auto py-3 whitespace-nowrap [scrollbar-width:none] md:py-4">
        <li>
          <a href="/" className="finger hover:text-accent hover:underline">
            Trang chủ
          </a>
        </li>
        {crumbs.map((crumb, index) => (
          <li key={crumb.path} className="flex items-center gap-x-2">
            <span aria-hidden>/</span>
            {index === last ? (
              <span aria-current="page" className="text-ink">
                {crumb.name}
              </span>
            ) : (
              <a href={crumb.path} className="finger hover:text-accent hover:underline">
                {crumb.name}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
