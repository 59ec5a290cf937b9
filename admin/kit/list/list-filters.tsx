import type { ChangeEvent, FormEvent } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { hidden_columns } from '#admin/kit/list/column-choice.tsx'
import { listAddress, type ListQuery } from '#admin/kit/list/list-query.ts'

/** A filter: a field of the query with the values that can be chosen. */
export interface ListFilter {
  name: string
  label: string
  /** Absent: a day. */
  choices?: readonly { value: string; title: string }[]
  /** The title of the empty value; by default the label. */
  none?: string
}

interface ListFiltersProps {
  path: string
  query: ListQuery
  filters: readonly ListFilter[]
  search: { label: string; placeholder: string }
}

/**
 * The search box and the filters of a list, which a phone opens from below. With scripts, a choice is applied at once.
 */
export function ListFilters({ path, query, filters, search }: ListFiltersProps) {
  const navigate = useNavigate()
  const apply = (form: HTMLFormElement) => {
    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value)]),
    )
    void navigate(listAddress(path, {}, fields))
  }
  const fieldOf = (name: string) => ({
    name,
    defaultValue: query[name] ?? '',
    onChange: ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => {
      if (form) apply(form)
    },
    className: `field max-md:min-h-11 max-md:w-full md:max-w-44 ${query[name] ? 'border-accent font-semibold text-accent' : ''}`,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply(event.currentTarget)
  }
  const filtered = filters.filter(({ name }) => query[name]).length
  const chosen = ['q', ...filters.map(({ name }) => name)].filter((name) => query[name])
  return (
    <Form
      // With another address, for example after "back", the fields show its values.
      key={listAddress(path, query)}
      method="get"
      action={path}
      role="search"
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 p-2.5"
    >
      {['state', hidden_columns].map(
        (name) =>
          query[name] !== undefined && (
            <input key={name} type="hidden" name={name} value={query[name]} />
          ),
      )}
      <div className="flex gap-2">
        <label className="min-w-0 grow">
          <span className="sr-only">{search.label}</span>
          <input
            type="search"
            name="q"
            defaultValue={query['q'] ?? ''}
            placeholder={search.placeholder}
            autoComplete="off"
            className="field w-full"
          />
        </label>
        <button type="submit" className="tool">
          Tìm
        </button>
        {filters.length > 0 && (
          <button
            type="button"
            popoverTarget="bo-loc"
            className={`tool md:hidden ${filtered > 0 ? 'border-accent text-accent' : ''}`}
          >
            {filtered > 0 ? `Lọc (${filtered})` : 'Lọc'}
          </button>
        )}
      </div>
      <div className="max-md:contents md:flex md:flex-wrap md:gap-2">
        <div id="bo-loc" popover="auto" className="phone-sheet md:contents">
          {filters.map(({ name, label, choices, none = label }) => (
            <label key={name} className="grid gap-1">
              <span className="text-xs font-semibold text-muted md:sr-only">{label}</span>
              {choices === undefined ? (
                <input type="date" {...fieldOf(name)} />
              ) : (
                <select {...fieldOf(name)}>
                  <option value="">{none}</option>
                  {choices.map(({ value, title }) => (
                    <option key={value} value={value}>
                      {title}
                    </option>
                  ))}
                </select>
              )}
            </label>
          ))}
          <button type="submit" className="tool-main col-span-full mt-1 min-h-11 md:hidden">
            Xem kết quả
          </button>
        </div>
        {chosen.length > 0 && (
          <Link
            to={listAddress(path, query, Object.fromEntries(chosen.map((name) => [name, null])))}
            className="tool justify-self-start border-transparent text-accent"
          >
            Bỏ lọc
          </Link>
        )}
      </div>
    </Form>
  )
}
