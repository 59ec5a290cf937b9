import type { DevicePassport } from '#contracts/storefront/trade/used.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'
import { Icon } from '#web/ui/icons.tsx'

/** What was tested, with the day. */
export function PassportTests({ device: { tests } }: { device: Pick<DevicePassport, 'tests'> }) {
  return (
    <section aria-labelledby="kiem-tra" className="sheet p-4 md:p-5">
      <h2 id="kiem-tra" className="text-lg">
        Kết quả kiểm tra
      </h2>
      {tests.length === 0 ? (
        <p className="mt-2 text-muted">Máy này chưa có biên bản kiểm tra.</p>
      ) : (
        <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {tests.map(({ name, is_passed, tested_on }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-2 py-1 text-body">
              <Icon
                name={is_passed ? 'circle-check' : 'circle-x'}
                className={`size-5 shrink-0 ${is_passed ? 'text-success' : 'text-sale'}`}
              />
              <span className="flex-1 font-medium">{`${name}: ${is_passed ? 'đạt' : 'không đạt'}`}</span>
              <span className="text-sm text-muted">{formatDate(startOfDay(tested_on))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
