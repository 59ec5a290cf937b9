import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { AnswerNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { report_texts } from '#storefront/commerce/device-test/report-refusals.ts'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Without a report: why the form was refused, with what it said, or where a report is made. */
export function NoReport({ problem }: { problem: string | null }) {
  const answer = useFormAnswer()
  const { refusal, problems, values } = answer
  const is_answered = refusal !== null || Object.keys(problems).length > 0
  return (
    <section className="sheet grid gap-4 p-5 md:p-8">
      <h1 className="text-2xl">Phiếu kiểm tra máy</h1>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <AnswerNotice answer={answer} lines={[]} texts={report_texts} has_captcha />
      {is_answered ? (
        <form method="post" action={tool_addresses.deviceReport.path} className="grid gap-4">
          {Object.entries(values)
            .filter(([name]) => name !== 'g-recaptcha-response')
            .map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          <Captcha answer={answer} />
          <div className="flex flex-wrap gap-2">
            {refusal !== null && (
              <button type="submit" className={buttonClass('primary', 'min-h-12')}>
                Gửi lại
              </button>
            )}
            <BackToTests text="Quay lại sửa phiếu" />
          </div>
        </form>
      ) : (
        <>
          {problem === null && <p>Chấm các bài thử rồi bấm “Lập phiếu” để có phiếu ở đây.</p>}
          <BackToTests text="Kiểm tra máy" />
        </>
      )}
    </section>
  )
}

/** The tab remembers what was judged. */
function BackToTests({ text }: { text: string }) {
  return (
    <a href={tool_addresses.deviceTest.path} className={buttonClass('outline', 'min-h-12 w-fit')}>
      {text}
    </a>
  )
}
