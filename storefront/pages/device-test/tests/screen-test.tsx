import { useState } from 'react'
import { setNote } from '#storefront/commerce/device-test/test-results.ts'
import { screenText } from '#storefront/pages/device-test/machine.ts'
import { TestButton } from '#storefront/pages/device-test/test-card.tsx'
import { FullScreen, useFullScreen } from '#storefront/pages/device-test/tests/full-screen.tsx'

/** What fills the screen, one after the other, and what shows on it. */
const fills = [
  { name: 'Đen: tìm điểm sáng và hở sáng ở mép', css: '#000' },
  { name: 'Trắng: tìm điểm đen và vết ố vàng', css: '#fff' },
  { name: 'Đỏ: tìm điểm màu khác', css: '#f00' },
  { name: 'Lục: tìm điểm màu khác', css: '#0f0' },
  { name: 'Lam: tìm điểm màu khác', css: '#00f' },
  { name: 'Xám: tìm vùng tối sáng không đều', css: '#808080' },
  { name: 'Dải xám: phải mượt, không thành bậc', css: 'linear-gradient(90deg, #000, #fff)' },
  {
    name: 'Dải màu: phải mượt, không thành bậc',
    css: 'linear-gradient(90deg, #f00, #ff0, #0f0, #0ff, #00f, #f0f, #f00)',
  },
  {
    name: 'Ô cờ: các ô phải thẳng và sắc nét',
    css: 'repeating-conic-gradient(#000 0 25%, #fff 0 50%) 0 0 / 32px 32px',
  },
] as const

/** Fills the screen with colours, on which dead pixels and stripes are seen. */
export function ScreenTest() {
  const { dialog, open, close } = useFullScreen()
  const [step, setStep] = useState(0)
  const next = () => {
    if (step + 1 < fills.length) setStep(step + 1)
    else close()
  }
  const fill = fills[step] ?? fills[0]
  return (
    <>
      <TestButton
        text="Thử toàn màn hình"
        onPress={() => {
          setStep(0)
          open()
        }}
      />
      <FullScreen
        dialog={dialog}
        label={`Thử màn hình, bước ${step + 1} trên ${fills.length}: ${fill.name}`}
        onClose={() => setNote('screen', screenText())}
      >
        <button
          type="button"
          aria-label="Màu tiếp theo"
          onClick={next}
          style={{ background: fill.css }}
          className="absolute inset-0 size-full cursor-none focus-visible:outline-none"
        />
        {step === 0 && (
          <div className="absolute inset-x-4 bottom-6 mx-auto grid max-w-md justify-items-center gap-3 rounded-2xl bg-ink p-4 text-center text-white [--focus-color:var(--color-bright)]">
            <p className="text-body leading-snug">
              Bấm vào màn hình để sang màu tiếp theo ({fills.length} màu). Từ màu thứ hai không còn
              chữ nào che. Bấm Esc để thoát.
            </p>
            <button
              type="button"
              onClick={close}
              className="min-h-11 rounded-button px-4 font-bold text-gold"
            >
              Thoát
            </button>
          </div>
        )}
      </FullScreen>
    </>
  )
}
