import {
  key_layouts,
  layout_ids,
  type LayoutId,
} from '#storefront/pages/device-test/keyboard/key-layouts.ts'
import type { useKeyboard } from '#storefront/pages/device-test/keyboard/use-keyboard.ts'
import { Icon } from '#web/ui/icons.tsx'

interface KeyboardHeadProps {
  layout: LayoutId
  onLayout: (layout: LayoutId) => void
  seen: number
  total: number
}

/** Which keyboard is drawn, and how many of its keys were heard. */
export function KeyboardHead({ layout, onLayout, seen, total }: KeyboardHeadProps) {
  return (
    <div className="mb-4 grid gap-3 md:mb-5 md:flex md:items-center md:justify-between">
      <fieldset className="min-w-0">
        <legend className="sr-only">Kiểu bàn phím</legend>
        <div className="flex flex-wrap gap-2">
          {layout_ids.map((id) => (
            <label
              key={id}
              className="flex min-h-11 cursor-pointer items-center rounded-full border border-white/30 px-4 text-sm font-semibold text-white transition-colors hover:border-white has-checked:border-white has-checked:bg-white has-checked:text-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-bright"
            >
              {key_layouts[id].name}
              <input
                type="radio"
                name="layout"
                checked={layout === id}
                onChange={() => onLayout(id)}
                className="sr-only"
              />
            </label>
          ))}
        </div>
      </fieldset>
      <div className="shrink-0 md:w-56">
        <p className="flex items-baseline justify-between gap-2 text-sm">
          <span>Đã nhận</span>
          <span>
            <strong className="text-xl font-extrabold tabular-nums" data-seen>
              {seen}
            </strong>
            /{total} phím
          </span>
        </p>
        <div className="mt-1.5 h-2 overflow-hidden rounded-full bg-white/20">
          <div
            className="h-full origin-left rounded-full bg-gold transition-transform motion-reduce:transition-none"
            style={{ transform: `scaleX(${seen / total})` }}
          />
        </div>
      </div>
    </div>
  )
}

/** The buttons under the keyboard, and what they mean. */
export function KeyboardFoot({ keyboard }: { keyboard: ReturnType<typeof useKeyboard> }) {
  const { isCapturing, start, stop, reset } = keyboard
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2.5 md:mt-5">
      <button
        type="button"
        onClick={isCapturing ? stop : start}
        className={`button min-h-12 noscript:hidden ${isCapturing ? 'bg-white text-ink hover:bg-mist' : 'bg-accent text-white hover:bg-accent-dark'}`}
      >
        <Icon name={isCapturing ? 'pause' : 'keyboard'} className="size-5" />
        {isCapturing ? 'Dừng (bấm Esc hai lần)' : 'Bắt đầu kiểm tra'}
      </button>
      <button
        type="button"
        onClick={reset}
        className="button min-h-12 border border-white/35 text-white hover:border-white noscript:hidden"
      >
        <Icon name="rotate-cw" className="size-5" />
        Làm lại
      </button>
      <p role="status" className="min-w-0 flex-1 basis-60 text-sm leading-snug text-white/85">
        {isCapturing
          ? 'Mọi phím chỉ dành cho bài thử: Tab, F5, mũi tên không còn tác dụng trên trang.'
          : 'Bấm bắt đầu để Tab, F5, Space cũng được kiểm tra mà trang không cuộn hay tải lại.'}
      </p>
      <p className="hidden text-sm noscript:block">
        Bài thử cần JavaScript. Hãy bật JavaScript rồi tải lại trang; các lời khuyên bên dưới vẫn
        đọc được.
      </p>
    </div>
  )
}
