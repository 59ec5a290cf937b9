import { Fragment, type ReactNode } from 'react'

/** Names and their values, one pair per row. A value that is null is left out. */
export function FactList({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <Fragment key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="font-semibold wrap-anywhere">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
