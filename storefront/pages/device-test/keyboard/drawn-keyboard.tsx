import { type CSSProperties, memo } from 'react'
import { legendOf } from '#storefront/pages/device-test/keyboard/key-names.ts'
import {
  block_gap,
  type DrawnKey,
  type KeyBlock,
  type KeyLayout,
  type LayoutId,
  unheard_keys,
} from '#storefront/pages/device-test/keyboard/key-layouts.ts'
import type { KeyLog } from '#storefront/pages/device-test/keyboard/key-log.ts'

type KeyState = 'idle' | 'seen' | 'held' | 'chatter' | 'unheard'

const looks: Readonly<Record<KeyState, string>> = {
  idle: 'bg-white/12 text-white/90',
  seen: 'bg-success text-white',
  held: 'bg-bright text-ink',
  chatter: 'bg-gold text-ink',
  unheard: 'border border-dashed border-white/35 text-white/75',
}

/** The keyboard as it lies on the desk. `--u` is the width of a letter's key: as wide as the page allows. */
export function DrawnKeyboard({ layout, log }: { layout: KeyLayout; log: KeyLog }) {
  const { blocks } = layout
  const wide = blocks.reduce((sum, { width }) => sum + width, (blocks.length - 1) * block_gap)
  const narrow = blocks[0]?.width ?? wide
  // On a phone the other blocks stand in a second row, in its middle: a row that comes block by block is not centred.
  const lead = Math.max(0, narrow - (wide - narrow - block_gap)) / 2
  const style = { '--wide': wide, '--narrow': narrow, '--lead': units(lead) } as CSSProperties
  return (
    <div className="[container-type:inline-size]" aria-hidden>
      <div
        style={style}
        className="mx-auto flex flex-wrap gap-[calc(var(--u)*0.25)] [--u:calc(100cqw/var(--narrow))] max-md:*:nth-2:ml-(--lead) md:w-[calc(var(--u)*var(--wide))] md:flex-nowrap md:[--u:min(58px,calc(100cqw/var(--wide)))]"
      >
        {blocks.map((block) => (
          <Block key={`${layout.id} ${block.id}`} block={block} layout={layout.id} log={log} />
        ))}
      </div>
    </div>
  )
}

interface BlockProps {
  block: KeyBlock
  layout: LayoutId
  log: KeyLog
}

function Block({ block: { width, height, keys }, layout, log }: BlockProps) {
  return (
    <div className="relative shrink-0" style={{ width: units(width), height: units(height) }}>
      {keys.map((key) => (
        <Key key={key.code} drawn={key} layout={layout} state={stateOf(key.code, log)} />
      ))}
    </div>
  )
}

interface KeyProps {
  drawn: DrawnKey
  layout: LayoutId
  state: KeyState
}

const Key = memo(function Key({ drawn, layout, state }: KeyProps) {
  const { code, x, y, width, height } = drawn
  const { main, shifted } = legendOf(code, layout)
  const is_word = main.length > 1
  return (
    <div
      data-key={code}
      data-state={state}
      style={{ left: units(x), top: units(y), width: units(width), height: units(height) }}
      className="absolute p-[calc(var(--u)*0.045)]"
    >
      <div
        className={`flex size-full flex-col items-center justify-center overflow-hidden rounded-[calc(var(--u)*0.16)] leading-none font-semibold shadow-[inset_0_calc(var(--u)*-0.07)_0_rgb(0_0_0/0.28)] transition-[background-color,translate] duration-75 ${is_word ? 'text-[max(6.5px,calc(var(--u)*0.24))]' : 'text-[max(9px,calc(var(--u)*0.32))]'} ${state === 'held' ? 'translate-y-[calc(var(--u)*0.04)]' : ''} ${looks[state]}`}
      >
        {shifted !== undefined && (
          <span className="mb-[calc(var(--u)*0.08)] text-[max(7px,calc(var(--u)*0.22))] max-md:hidden">
            {shifted}
          </span>
        )}
        {width === 1 && main.length > 3 ? (
          // "PgUp" in two lines where a key is small.
          <span className="text-center whitespace-nowrap max-md:w-min max-md:whitespace-normal">
            {main.slice(0, -2)}
            <wbr />
            {main.slice(-2)}
          </span>
        ) : (
          <span className="whitespace-nowrap">{main}</span>
        )}
      </div>
    </div>
  )
})

function stateOf(code: string, { held, seen, chatters }: KeyLog): KeyState {
  if (held.includes(code)) return 'held'
  if (chatters[code] !== undefined) return 'chatter'
  if (seen.includes(code)) return 'seen'
  return unheard_keys.has(code) ? 'unheard' : 'idle'
}

function units(count: number): string {
  return `calc(var(--u) * ${count})`
}
