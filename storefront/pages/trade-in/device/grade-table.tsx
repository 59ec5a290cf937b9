import type { TradeModel } from '#contracts/storefront/trade/trade-in.ts'
import { formatDong } from '#pure/money.ts'

/** "Bảng giá thu cũ": what each version is worth in each grade. */
export function GradeTable({ model: { model_name, versions } }: { model: TradeModel }) {
  const grades = versions[0]?.grades ?? []
  return (
    <div className="sheet mt-4 p-4 md:p-6">
      <h2 className="text-lg md:text-xl">Bảng giá thu cũ {model_name}</h2>
      <div
        className="mt-2 overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label={`Bảng giá thu cũ ${model_name}`}
      >
        <table className="w-full text-sm sm:text-body">
          <thead>
            <tr className="border-b border-line text-left text-sm text-muted">
              <th scope="col" className="py-2 pr-2 font-semibold sm:pr-4">
                Tình trạng
              </th>
              {versions.map(({ device_code, variant }) => (
                <th
                  key={device_code}
                  scope="col"
                  className="py-2 pl-2 text-right font-semibold sm:pl-4"
                >
                  {variant}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grades.map(({ grade_code, label }, n) => (
              <tr key={grade_code} className="border-b border-line last:border-0">
                <th scope="row" className="py-2.5 pr-2 text-left font-normal sm:min-w-40 sm:pr-4">
                  {label}
                </th>
                {versions.map(({ device_code, grades: own }) => (
                  <td
                    key={device_code}
                    className="py-2.5 pl-2 text-right font-bold whitespace-nowrap sm:pl-4"
                  >
                    {formatDong(own[n]?.price ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
