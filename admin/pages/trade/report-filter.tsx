import { ListFile } from '#admin/kit/list/list-file.tsx'
import { useListQuery } from '#admin/kit/list/list-query.ts'
import { MonthFilter } from '#admin/pages/today/report/month-filter.tsx'

interface ReportFilterProps {
  path: string
  month: string
  shops: readonly { value: string; title: string }[]
}

/** Month and shop of a report, and its file. */
export function ReportFilter(props: ReportFilterProps) {
  const query = useListQuery()
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <MonthFilter {...props} />
      <ListFile path={props.path} query={query} />
    </div>
  )
}
