import type { ReactNode } from 'react'
import {
  chatteringKeys,
  combos,
  delaysOf,
  type KeyLog,
} from '#storefront/pages/device-test/keyboard/key-log.ts'
import { keyName } from '#storefront/pages/device-test/keyboard/key-names.ts'
import type { LayoutId } from '#storefront/pages/device-test/keyboard/key-layouts.ts'
import { Icon } from '#web/ui/icons.tsx'

interface FactsProps {
  log: KeyLog
  layout: LayoutId
}

/** What the presses say about the keyboard, in four numbers. */
export function KeyFacts({ log, layout }: FactsProps) {
  const delays = delaysOf(log)
  const [last] = log.latest
  const [worst] = chatteringKeys(log)
  const chatters = chatteringKeys(log)
  return (
    <dl className="mt-3 grid grid-cols-2 gap-3 md:mt-4 md:gap-4 lg:grid-cols-4">
      <Fact
        name="Phím vừa bấm"
        value={last === undefined ? '–' : keyName(last, layout)}
        more={last === undefined ? 'Bấm một phím bất kỳ' : `${last} · ${log.presses} lần bấm`}
      />
      <Fact
        name="Giữ cùng lúc"
        value={String(log.held.length)}
        more={log.most_held === 0 ? 'Giữ nhiều phím để đo' : rollover(log.most_held)}
      />
      <Fact
        name="Độ trễ trong trình duyệt"
        value={delays === null ? '–' : milliseconds(delays.median)}
        more={delays === null ? 'Trung vị các lần bấm' : `95% dưới ${milliseconds(delays.p95)}`}
      />
      <Fact
        name="Phím dính"
        value={String(chatters.length)}
        is_bad={chatters.length > 0}
        more={
          worst === undefined
            ? 'Hai lần bấm cách nhau dưới 50 ms'
            : chatters
                .slice(0, 3)
                .map(({ code, times }) => `${keyName(code, layout)} ×${times}`)
                .join(', ')
        }
      />
    </dl>
  )
}

interface FactProps {
  name: string
  value: string
  more: string
  is_bad?: boolean
}

function Fact({ name, value, more, is_bad = false }: FactProps) {
  return (
    <div className="sheet min-w-0 p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd
        className={`mt-1 truncate text-2xl leading-tight font-extrabold tabular-nums md:text-title-lg ${is_bad ? 'text-sale' : ''}`}
      >
        {value}
      </dd>
      <dd className="mt-1 line-clamp-2 min-h-[2lh] text-note leading-snug text-muted">{more}</dd>
    </div>
  )
}

/** Groups of keys to hold together, and the last presses. */
export function KeyTries({ log, layout }: FactsProps) {
  return (
    <div className="mt-3 grid gap-3 md:mt-4 md:gap-4 lg:grid-cols-2">
      <Panel title="Thử ghosting: giữ cả nhóm cùng lúc">
        <ul className="flex flex-wrap gap-2">
          {combos.map(({ id }) => {
            const is_reached = log.reached.includes(id)
            return (
              <li
                key={id}
                data-combo={id}
                className={`flex min-h-10 items-center gap-1.5 rounded-xl px-3 text-sm font-bold ${is_reached ? 'bg-success-soft text-success' : 'bg-mist text-ink'}`}
              >
                {is_reached && <Icon name="check" className="size-4" />}
                {id.split(' ').join(' + ')}
                {is_reached && <span className="sr-only"> đã nhận đủ</span>}
              </li>
            )
          })}
        </ul>
        <p className="mt-3 text-sm text-muted">
          Nhóm nào giữ đủ mà không chuyển xanh là nhóm bị bàn phím chặn.
        </p>
      </Panel>
      <Panel title="Các phím vừa bấm">
        <p className="flex min-h-10 flex-wrap gap-1.5">
          {log.latest.length === 0 && <span className="text-muted">Chưa có phím nào.</span>}
          {log.latest.map((code, index) => (
            <kbd
              // The place in the list: the same key may stand there twice.
              key={log.presses - index}
              className="inline-flex min-h-8 items-center rounded-lg border border-line bg-mist px-2.5 font-sans text-sm font-semibold"
            >
              {keyName(code, layout)}
            </kbd>
          ))}
        </p>
      </Panel>
    </div>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet min-w-0 p-4 md:p-5">
      <h2 className="mb-3 text-base tracking-normal">{title}</h2>
      {children}
    </section>
  )
}

function rollover(most: number): string {
  const most_text = `Nhiều nhất ${most} phím`
  if (most >= 10) return `${most_text}: đủ mọi ngón (NKRO)`
  return most >= 6 ? `${most_text}: tốt cho game (6KRO)` : most_text
}

export function milliseconds(value: number): string {
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1 }
  return `${value.toLocaleString('vi-VN', digits)} ms`
}
