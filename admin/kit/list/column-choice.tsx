import { Link } from 'react-router'
import { listAddress, type ListQuery } from '#admin/kit/list/list-query.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'

/** The field of a list's query that names its hidden columns: "luc-dat.tong". */
export const hidden_columns = 'an'

interface Column {
  title: string
}

/** The columns of a list without those that its address hides. The first one names the row and always stays. */
export function shownColumns<C extends Column>(columns: readonly C[], query: ListQuery): C[] {
  const hidden = hiddenNames(query)
  return columns.filter(({ title }, n) => n === 0 || !hidden.includes(slugify(title)))
}

interface ColumnChoiceProps {
  path: string
  query: ListQuery
  columns: readonly Column[]
}

/** The button "Cột": links that hide or show one column each. On a phone a row is a card and has no columns. */
export function ColumnChoice({ path, query, columns }: ColumnChoiceProps) {
  const hidden = hiddenNames(query)
  const toggled = (name: string) =>
    (hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]).join('.')
  return (
    <details className="max-md:hidden">
      <summary className="tool">Cột</summary>
      <ul className="absolute top-full right-0 z-10 mt-2 grid w-56 rounded-2xl border border-line bg-white p-2 shadow-pop">
        {columns.slice(1).map(({ title }) => {
          const name = slugify(title)
          const is_hidden = hidden.includes(name)
          return (
            <li key={name}>
              <Link
                to={listAddress(path, query, { [hidden_columns]: toggled(name) })}
                preventScrollReset
                className="flex min-h-8 items-center gap-2 rounded-lg px-2 text-sm hover:bg-mist"
              >
                <span aria-hidden className="w-4 font-bold">
                  {is_hidden ? '' : '✓'}
                </span>
                <span className="sr-only">{is_hidden ? 'Hiện cột' : 'Ẩn cột'}</span>
                <span className={is_hidden ? 'text-muted' : ''}>{title}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

function hiddenNames(query: ListQuery): string[] {
  return query[hidden_columns]?.split('.').filter(Boolean) ?? []
}
