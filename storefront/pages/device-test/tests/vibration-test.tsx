import { useState } from 'react'
import { setNote } from '#storefront/commerce/device-test/test-results.ts'
import { TestButton } from '#storefront/pages/device-test/test-card.tsx'

/** Two short and one long. */
const pattern = [150, 120, 150, 120, 500]

/** The motor of a phone. Browsers do not tell whether there is one. */
export function VibrationTest() {
  const [text, setText] = useState('')
  const press = () => {
    const { vibrate }: { vibrate?: Navigator['vibrate'] } = navigator
    const is_accepted = vibrate?.call(navigator, pattern) ?? false
    setText(
      is_accepted
        ? 'Hai nhịp ngắn, một nhịp dài. Không thấy rung: máy không có mô-tơ, hoặc đang tắt rung.'
        : 'Trình duyệt này không rung được. iPhone và hầu hết máy tính đều vậy: hãy bỏ qua mục này.',
    )
    if (is_accepted) setNote('vibration', 'Đã gửi lệnh rung')
  }
  return (
    <>
      <TestButton text="Rung thử" onPress={press} />
      <p role="status" className="text-sm leading-snug">
        {text}
      </p>
    </>
  )
}
