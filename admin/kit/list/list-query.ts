import { useSearchParams } from 'react-router'

/** The query of a list, by its fields. */
export type ListQuery = Readonly<Record<string, string>>

/** Returns the query of the shown list, without empty fields. */
export function useListQuery(): ListQuery {
  const [params] = useSearchParams()
  return Object.fromEntries([...params].filter(([, value]) => value !== ''))
}

/** The address of a list with some fields of its query changed. Another filter begins with its first page. */
export function listAddress(
  path: string,
  query: ListQuery,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const { page: _page, ...kept } = query
  const fields = Object.entries({ ...kept, ...changes }).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value]],
  )
  const text = new URLSearchParams(fields).toString()
  return text === '' ? path : `${path}?${text}`
}
