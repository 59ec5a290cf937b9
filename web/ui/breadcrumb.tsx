interface BreadcrumbProps {
  /** From the first below home to the page itself. */
  crumbs: readonly { name: string; path: string }[]
}

/** Where the page lies in the shop; the last one is the page itself. */
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
