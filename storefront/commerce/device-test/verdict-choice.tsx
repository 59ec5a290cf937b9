import { device_verdicts, type DeviceTestCode } from '#pure/formats/device-tests.ts'
import { setVerdict, useTestResults } from '#storefront/commerce/device-test/test-results.ts'
import {
  test_texts,
  verdict_icons,
  verdict_texts,
} from '#storefront/commerce/device-test/test-texts.ts'
import { Icon } from '#web/ui/icons.tsx'

const looks = {
  passed: 'has-checked:border-success has-checked:bg-success has-checked:text-white',
  failed: 'has-checked:border-sale has-checked:bg-sale has-checked:text-white',
  skipped: 'has-checked:border-ink has-checked:bg-ink has-checked:text-white',
} as const

interface VerdictChoiceProps {
  test: DeviceTestCode
  /** What the test saw, if the visitor says now how it ended. */
  note?: string | undefined
}

/** How the visitor judges a test: fields of a form, which keep their choice for this tab. */
export function VerdictChoice({ test, note }: VerdictChoiceProps) {
  const verdict = useTestResults()[test]?.verdict ?? null
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Kết quả {test_texts[test].name}</legend>
      <div className="grid grid-cols-3 gap-1.5">
        {device_verdicts.map((one) => (
          <label
            key={one}
            className={`flex min-h-11 cursor-pointer items-center justify-center gap-1 rounded-xl border border-line bg-white px-1 text-center text-note leading-tight font-semibold transition-colors hover:border-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${looks[one]}`}
          >
            <input
              type="radio"
              name={`verdict_${test}`}
              value={one}
              checked={verdict === one}
              onChange={() => setVerdict(test, one, note)}
              className="sr-only"
            />
            <Icon name={verdict_icons[one]} className="size-4 shrink-0" />
            {verdict_texts[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
