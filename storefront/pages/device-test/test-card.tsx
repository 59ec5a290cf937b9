import type { ReactNode } from 'react'
import { device_note_length, type DeviceTestCode } from '#pure/formats/device-tests.ts'
import { setNote, useTestResults } from '#storefront/commerce/device-test/test-results.ts'
import {
  test_texts,
  verdict_icons,
  verdict_looks,
  verdict_texts,
} from '#storefront/commerce/device-test/test-texts.ts'
import { VerdictChoice } from '#storefront/commerce/device-test/verdict-choice.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

/** One test with its state, its verdict and a note: what the test saw, or what the visitor writes. */
export function TestCard({ test, children }: { test: DeviceTestCode; children: ReactNode }) {
  const { name, icon, about } = test_texts[test]
  const { verdict = null, note = '' } = useTestResults()[test] ?? {}
  return (
    <section
      aria-labelledby={`bai-${test}`}
      data-test={test}
      className="sheet flex min-w-0 flex-col gap-3 p-4 md:p-5"
    >
      <div className="flex items-center gap-3 large-text:flex-wrap">
        <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-cream text-accent">
          <Icon name={icon} className="size-6" />
        </span>
        <h3
          id={`bai-${test}`}
          className="min-w-0 flex-1 text-lead tracking-normal large-text:basis-3/4"
        >
          {name}
        </h3>
        <StatePill verdict={verdict} />
      </div>
      <p className="min-h-[2lh] text-sm leading-snug text-pretty text-muted">{about}</p>
      <div className="grid flex-1 content-start gap-3">{children}</div>
      <label>
        <span className="sr-only">Ghi chú về {name}</span>
        <input
          name={`note_${test}`}
          value={note}
          maxLength={device_note_length}
          onChange={(event) => setNote(test, event.target.value)}
          placeholder="Ghi chú, nếu có"
          className="h-11 w-full min-w-0 rounded-xl border border-line bg-mist/60 px-3 text-sm focus:border-accent"
        />
      </label>
      <VerdictChoice test={test} />
    </section>
  )
}

function StatePill({ verdict }: { verdict: keyof typeof verdict_texts | null }) {
  const look = verdict === null ? 'bg-mist text-muted' : verdict_looks[verdict]
  return (
    <span
      data-state={verdict ?? 'none'}
      className={`inline-flex shrink-0 items-center gap-1 rounded-full px-2.5 py-1 text-xs font-bold ${look}`}
    >
      {verdict !== null && <Icon name={verdict_icons[verdict]} className="size-3.5" />}
      {verdict === null ? 'Chưa thử' : verdict_texts[verdict]}
    </span>
  )
}

/** A test that has a page of its own. */
export function PageLink({ path, text }: { path: string; text: string }) {
  return (
    <a href={path} className={buttonClass('dark', 'w-full')}>
      {text}
      <Icon name="arrow-right" className="size-5" />
    </a>
  )
}

interface TestButtonProps {
  text: string
  onPress: () => void
  is_quiet?: boolean
}

/** The button that starts or ends a test. Without scripts there is nothing to start. */
export function TestButton({ text, onPress, is_quiet = false }: TestButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={buttonClass(is_quiet ? 'outline' : 'dark', 'w-full noscript:hidden')}
    >
      {text}
    </button>
  )
}

/** What a test saw, as names and values. */
export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-3">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
