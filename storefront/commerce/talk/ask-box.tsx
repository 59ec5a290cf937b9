import { writeCommentUrl } from '#storefront/addresses/talk-links.ts'
import { medianText } from '#storefront/commerce/talk/promise-texts.ts'
import { buttonClass } from '#web/ui/button.ts'

interface AskBoxProps {
  path: string
  median_minutes: number | null
}

/** The box of a question: a plain form that goes on to the page where name and phone are asked. */
export function AskBox({ path, median_minutes }: AskBoxProps) {
  return (
    <div className="rounded-2xl bg-mist p-4">
      <h3 className="text-base">Hãy đặt câu hỏi cho chúng tôi</h3>
      <p className="mt-1 text-sm text-muted">
        Cửa hàng trả lời trong vòng 1 giờ; câu hỏi sau 22:00 được trả lời trước 9:00 sáng hôm sau.
        {median_minutes !== null &&
          ` Thực tế 90 ngày qua: một nửa câu hỏi được trả lời trong ${medianText(median_minutes)}.`}
      </p>
      <form action={writeCommentUrl(path)} className="mt-3 flex flex-wrap gap-3">
        <textarea
          name="cau-hoi"
          rows={2}
          maxLength={500}
          required
          aria-label="Câu hỏi của bạn"
          placeholder="Viết câu hỏi của bạn tại đây"
          className="block min-h-12 flex-1 basis-64 resize-y rounded-xl border border-muted/70 bg-white px-4 py-3"
        />
        <button type="submit" className={buttonClass('primary', 'max-sm:w-full')}>
          Gửi câu hỏi
        </button>
      </form>
    </div>
  )
}
