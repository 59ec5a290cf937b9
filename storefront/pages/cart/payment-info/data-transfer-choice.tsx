import { useId } from 'react'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { ProblemText, useFieldAnswer } from '#web/ui/field.tsx'

interface DataTransferChoiceProps {
  saved: boolean
  answer: FormAnswer
}

/** Asks staff to move the data of the old device. Shown for orders with a phone, tablet or laptop. */
export function DataTransferChoice({ saved, answer }: DataTransferChoiceProps) {
  const { problem, noteEdit } = useFieldAnswer('wants_data_transfer')
  const id = useId()
  const was_sent = Object.keys(answer.values).length > 0
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
        <input
          type="checkbox"
          name="wants_data_transfer"
          value="1"
          defaultChecked={was_sent ? answer.values['wants_data_transfer'] === '1' : saved}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-hint${problem ? ` ${id}-problem` : ''}`}
          onInput={noteEdit}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span className="font-semibold">Nhờ nhân viên chuyển dữ liệu từ máy cũ</span>
      </label>
      {problem && <ProblemText id={`${id}-problem`}>{problem}</ProblemText>}
      <p id={`${id}-hint`} className="text-sm text-muted">
        Miễn phí: danh bạ, ảnh, tin nhắn. Làm tại cửa hàng, hoặc khi giao ở tỉnh thành có cửa hàng.
        Bạn mang theo máy cũ còn mở được.
      </p>
    </div>
  )
}
