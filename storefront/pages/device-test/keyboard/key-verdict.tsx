import { tool_addresses } from '#storefront/addresses/tools.ts'
import { VerdictChoice } from '#storefront/commerce/device-test/verdict-choice.tsx'
import type { KeyLayout } from '#storefront/pages/device-test/keyboard/key-layouts.ts'
import {
  chatteringKeys,
  delaysOf,
  type KeyLog,
} from '#storefront/pages/device-test/keyboard/key-log.ts'
import { milliseconds } from '#storefront/pages/device-test/keyboard/key-facts.tsx'
import { countedKeys } from '#storefront/pages/device-test/keyboard/key-layouts.ts'
import { keyName } from '#storefront/pages/device-test/keyboard/key-names.ts'
import { buttonClass } from '#web/ui/button.ts'

/** Missing keys that are named at once: more are easier seen on the drawn keys. */
const most_named = 24

interface VerdictProps {
  log: KeyLog
  layout: KeyLayout
  missing: readonly string[]
}

/** The keys that were not heard yet, and how the visitor judges the keyboard. */
export function KeyVerdict({ log, layout, missing }: VerdictProps) {
  const is_started = log.presses > 0
  return (
    <section className="sheet mt-3 grid gap-5 p-4 md:mt-4 md:grid-cols-2 md:gap-8 md:p-6">
      <div className="min-w-0">
        <h2 className="text-lg">Phím chưa thấy</h2>
        <p className="mt-1.5 text-body leading-relaxed">
          {!is_started && 'Bấm lần lượt hết các phím; phím còn thiếu sẽ hiện ở đây.'}
          {is_started && missing.length === 0 && 'Không thiếu phím nào. Bàn phím nhận đủ!'}
          {is_started && missing.length > 0 && `Còn ${missing.length} phím:`}
        </p>
        {is_started && missing.length > 0 && (
          <ul className="mt-2 flex flex-wrap items-center gap-1.5">
            {missing.slice(0, most_named).map((code) => (
              <li
                key={code}
                className="rounded-lg border border-line bg-mist px-2 py-0.5 text-sm font-semibold"
              >
                {keyName(code, layout.id)}
              </li>
            ))}
            {missing.length > most_named && (
              <li className="text-sm text-muted">và {missing.length - most_named} phím khác</li>
            )}
          </ul>
        )}
      </div>
      <div className="grid content-start gap-3">
        <h2 className="text-lg">Kết luận của bạn</h2>
        <VerdictChoice
          test="keyboard"
          note={is_started ? noteOf(log, layout, missing) : undefined}
        />
        <a href={tool_addresses.deviceTest.path} className={buttonClass('outline', 'min-h-12')}>
          Kiểm tra tiếp linh kiện khác và lập phiếu
        </a>
      </div>
    </section>
  )
}

/** "103/104 phím (thiếu F12), giữ cùng lúc 6, trễ 0,8 ms" */
function noteOf(log: KeyLog, layout: KeyLayout, missing: readonly string[]): string {
  const total = countedKeys(layout).length
  const named = missing.slice(0, 3).map((code) => keyName(code, layout.id))
  const lack = missing.length > 0 && missing.length <= 3 ? ` (thiếu ${named.join(', ')})` : ''
  const delays = delaysOf(log)
  const chatters = chatteringKeys(log).map(({ code }) => keyName(code, layout.id))
  return [
    `${total - missing.length}/${total} phím${lack}`,
    `giữ cùng lúc ${log.most_held}`,
    ...(delays === null ? [] : [`trễ ${milliseconds(delays.median)}`]),
    ...(chatters.length === 0 ? [] : [`dính ${chatters.slice(0, 4).join(', ')}`]),
  ].join(', ')
}
