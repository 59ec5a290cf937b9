import { Link } from 'react-router'

interface PageLinksProps {
  path: string
  page: number
  has_next: boolean
}

/** The pages before and after this one of a list without filters. */
export function PageLinks({ path, page, has_next }: PageLinksProps) {
  if (page === 1 && !has_next) return null
  return (
    <nav aria-label="Trang" className="flex justify-end gap-2">
      {page > 1 && (
        <Link to={`${path}?page=${page - 1}`} className="tool">
          Trang trước
        </Link>
      )}
      {has_next && (
        <Link to={`${path}?page=${page + 1}`} className="tool">
          Trang sau
        </Link>
      )}
    </nav>
  )
}
