import { type MouseEvent, useState } from 'react'
import type { SpecificationGroup } from '#contracts/storefront/catalog.ts'
import { Icon } from '#web/ui/icons.tsx'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { SpecTable } from '#storefront/pages/product/specification/spec-table.tsx'

interface SpecificationProps {
  groups: readonly SpecificationGroup[]
  name: string
}

/** Limits the length of the short table. */
const MAX_KEY_ROWS = 12

/**
 * "Thông số kỹ thuật": the key rows, and all groups behind "Xem tất cả". Without scripts the groups unfold in
 * place. With scripts they open in a dialog that is fetched at the first click.
 */
export function Specification({ groups, name }: SpecificationProps) {
  const {
    value: dialog,
    ask,
    has_failed,
  } = useOnDemand(() => import('#storefront/pages/product/specification/spec-dialog.tsx'))
  // Each click mounts a new dialog, because a dialog opens when it is mounted.
  const [open_count, setOpenCount] = useState(0)
  const rows = groups.flatMap((group) => group.rows)
  const key = rows.filter((row) => row.is_key).slice(0, MAX_KEY_ROWS)
  if (rows.length === 0) return null
  const short = key.length > 0 ? key : rows
  const open = (event: MouseEvent) => {
    if (has_failed) return
    event.preventDefault()
    ask()
    setOpenCount(open_count + 1)
  }
  return (
    <section aria-labelledby="thong-so" className="sheet p-4 md:p-5">
      <h2 id="thong-so" className="text-lg">
        Thông số kỹ thuật
      </h2>
      <SpecTable rows={short} label="Thông số chính" />
      {short.length < rows.length ? (
        <details className="group/all mt-3">
          <summary
            data-scripted
            onClick={open}
            className="flex min-h-11 items-center justify-center gap-2 rounded-button border border-line font-bold hover:border-ink"
          >
            <span className="group-open/all:hidden">Xem tất cả thông số</span>
            <span className="hidden group-open/all:inline">Thu gọn</span>
            <Icon name="chevron-down" className="size-4 group-open/all:rotate-180" />
          </summary>
          <SpecGroups groups={groups} />
        </details>
      ) : null}
      {dialog ? (
        <dialog.SpecDialog key={open_count} name={name}>
          <SpecGroups groups={groups} />
        </dialog.SpecDialog>
      ) : null}
    </section>
  )
}

function SpecGroups({ groups }: Pick<SpecificationProps, 'groups'>) {
  return groups.map((group) => (
    <div key={group.name} className="mt-4 first:mt-0">
      <h3 className="text-body">{group.name}</h3>
      <SpecTable rows={group.rows} label={group.name} />
    </div>
  ))
}
