import { useState } from 'react'
import { FaqList } from '#storefront/commerce/articles/faq-list.tsx'
import { MediaProblem } from '#storefront/commerce/device-test/media-problem.tsx'
import { useOwnDocument } from '#storefront/commerce/device-test/own-document.ts'
import {
  device_test_page,
  microphone_page,
  toolMeta,
} from '#storefront/commerce/device-test/tool-pages.ts'
import { VerdictChoice } from '#storefront/commerce/device-test/verdict-choice.tsx'
import type { MicrophoneTestData } from '#storefront/pages/device-test/microphone/page.server.ts'
import { Recorder } from '#storefront/pages/device-test/microphone/recorder.tsx'
import { shownDecibels, SoundView } from '#storefront/pages/device-test/microphone/sound-view.tsx'
import { silence_db } from '#storefront/pages/device-test/microphone/sound-level.ts'
import { useMicrophone } from '#storefront/pages/device-test/microphone/use-microphone.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

export const meta = () => toolMeta(microphone_page)

/** Louder than this somebody has spoken. */
const heard_db = -45

/** /test-mic-online: what the microphone hears, measured, drawn, recorded and played back in the browser alone. */
export function Page({ data: { faq } }: { data: MicrophoneTestData }) {
  useOwnDocument()
  const microphone = useMicrophone()
  const { state } = microphone
  const [peak_db, setPeak] = useState(silence_db)
  const session = state.kind === 'on' ? state.session : null
  return (
    <>
      <Breadcrumb crumbs={[device_test_page, microphone_page]} />
      <h1 className="text-2xl md:text-title-lg">Test mic online</h1>
      <p className="mt-1.5 mb-4 max-w-180 text-pretty text-muted">
        Bật micrô, nói một câu và nhìn mức âm. Âm thanh chỉ ở trong trình duyệt của bạn: không gửi
        đi, không lưu lại.
      </p>
      <section
        aria-label="Micrô"
        className="on-dark rounded-[20px] bg-linear-to-b from-ink to-night p-4 text-white shadow-raised md:p-6"
      >
        <Controls microphone={microphone} />
        <SoundView session={session} onPeak={setPeak} />
        <p
          role="status"
          className="mt-4 min-h-[2lh] text-body leading-snug text-white/90 sm:min-h-[1lh]"
        >
          {statusText(state, peak_db)}
        </p>
      </section>
      {state.kind === 'refused' && (
        <div className="mt-3 md:mt-4">
          <MediaProblem refusal={state.refusal} />
        </div>
      )}
      <div className="mt-3 grid items-start gap-3 md:mt-4 md:grid-cols-2 md:gap-4">
        <Recorder session={session} />
        <section aria-labelledby="ket-luan" className="sheet grid gap-3 p-4 md:p-6">
          <h2 id="ket-luan" className="text-lg">
            Kết luận của bạn
          </h2>
          <VerdictChoice
            test="microphone"
            note={session === null ? undefined : noteOf(session.label, session.format, peak_db)}
          />
          <a href={device_test_page.path} className={buttonClass('outline', 'min-h-12')}>
            Kiểm tra tiếp linh kiện khác và lập phiếu
          </a>
        </section>
      </div>
      <div className="mt-3 md:mt-4">
        <FaqList faq={faq} about="test micrô" />
      </div>
    </>
  )
}

function Controls({ microphone }: { microphone: ReturnType<typeof useMicrophone> }) {
  const { state, devices, open, stop } = microphone
  const is_on = state.kind === 'on'
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <button
        type="button"
        aria-disabled={state.kind === 'opening'}
        onClick={() => (is_on ? stop() : void open())}
        className={`button min-h-12 noscript:hidden ${is_on ? 'bg-white text-ink hover:bg-mist' : 'bg-accent text-white hover:bg-accent-dark'}`}
      >
        <Icon name={is_on ? 'pause' : 'mic'} className="size-5" />
        {is_on ? 'Tắt micrô' : state.kind === 'opening' ? 'Đang mở…' : 'Bật micrô'}
      </button>
      <p className="hidden noscript:block">
        Bài thử cần JavaScript. Hãy bật JavaScript rồi tải lại trang.
      </p>
      {is_on && (
        <label className="min-w-0 flex-1 basis-60 text-sm text-white/85">
          Micrô đang dùng
          <select
            value={state.session.device_id}
            onChange={(event) => void open(event.target.value)}
            className="mt-1 block h-12 w-full min-w-0 rounded-xl border border-white/35 bg-night px-3 text-base text-white"
          >
            {devices.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {is_on && <p className="text-sm text-white/85 sm:pb-3.5">{state.session.format}</p>}
    </div>
  )
}

function statusText(state: ReturnType<typeof useMicrophone>['state'], peak_db: number): string {
  const { kind } = state
  if (kind === 'opening') return 'Trình duyệt đang hỏi: chọn “Cho phép” để bắt đầu.'
  if (kind === 'refused') return 'Micrô chưa mở được. Xem cách khắc phục bên dưới.'
  if (kind === 'off' && state.has_paused)
    return 'Micrô đã tắt vì bạn rời tab này. Bấm bật lại để thử tiếp.'
  if (kind === 'off') return 'Micrô đang tắt. Nó cũng tự tắt khi bạn chuyển sang tab khác.'
  return peak_db > heard_db
    ? `Micrô nghe được bạn: to nhất ${shownDecibels(peak_db)} dBFS.`
    : 'Micrô đang bật nhưng chưa nghe thấy gì. Hãy nói to hơn hoặc chọn micrô khác.'
}

/** "Realtek Audio, 48 kHz · 1 kênh, to nhất −12 dBFS" */
function noteOf(label: string, format: string, peak_db: number): string {
  return `${label.slice(0, 60)}, ${format}, to nhất ${shownDecibels(peak_db)} dBFS`
}
