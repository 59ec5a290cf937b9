import { Form, useSubmit } from 'react-router'
import type { TradeModel } from '#contracts/storefront/trade/trade-in.ts'
import { formatDong } from '#pure/money.ts'
import { tradeAskUrl, tradeDeviceUrl, tradeListUrl } from '#storefront/addresses/trade-in-links.ts'
import { ValueCard } from '#storefront/commerce/trade/value-card.tsx'
import { AnswerDrawing } from '#storefront/pages/trade-in/device/answer-drawing.tsx'
import type { TradeDeviceData } from '#storefront/pages/trade-in/device/device-data.ts'
import { GradeTable } from '#storefront/pages/trade-in/device/grade-table.tsx'
import { TargetChoice } from '#storefront/pages/trade-in/device/target-choice.tsx'
import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { RadioCard } from '#web/ui/field.tsx'

export function meta(
  { model, answers, words, target }: TradeDeviceData,
  shop: ShopIdentity,
): PageMeta {
  const { model_name, model_code, versions } = model
  const best = bestText(versions)
  const is_plain = Object.keys(answers).length === 0 && words === '' && target === null
  return {
    title: `Thu cũ ${model_name} giá đến ${best}`,
    description: `Thu cũ ${model_name} tại ${shop.name}: giá đến ${best}, từng khoản trừ ghi rõ, giữ giá 7 ngày.`,
    canonical_path: tradeDeviceUrl(model_code),
    ...(is_plain ? {} : { robots: 'noindex, follow' }),
  }
}

/** The highest price, and of several versions the one that it is for: "44.650.000đ (bản 2TB)". */
function bestText(versions: TradeModel['versions']): string {
  const [best] = versions.toSorted((one, other) => other.base_price - one.base_price)
  const price = formatDong(best?.base_price ?? 0)
  return versions.length > 1 && best?.variant ? `${price} (bản ${best.variant})` : price
}

const form_id = 'dinh-gia'

/** One model: its versions, the questions with what each answer takes off, and what it is worth. */
export function Page({ data }: { data: TradeDeviceData }) {
  const { model, value, target } = data
  const { model_name, model_code, questions, versions } = model
  const submit = useSubmit()
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name: 'Thu cũ đổi mới', path: tradeListUrl(null) },
          { name: model_name, path: tradeDeviceUrl(model_code) },
        ]}
      />
      <h1 className="mb-4 text-2xl md:text-title-lg">Thu cũ {model_name}</h1>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Form
          id={form_id}
          action={tradeDeviceUrl(model_code)}
          preventScrollReset
          className="grid gap-4"
          onChange={({ currentTarget }) =>
            void submit(currentTarget, { preventScrollReset: true, replace: true })
          }
        >
          {target && <input type="hidden" name="len_doi" value={target.id} />}
          <fieldset className="sheet p-4 sm:p-5">
            <legend className="contents">
              <h2 className="text-base tracking-normal">Phiên bản</h2>
            </legend>
            <div className="mt-3 grid gap-2 sm:grid-cols-2">
              {versions.map(({ device_code, variant, base_price }) => (
                <RadioCard
                  key={device_code}
                  name="ban"
                  value={device_code}
                  defaultChecked={device_code === model.device_code}
                >
                  <span className="font-semibold">{variant}</span>
                  <span className="block text-sm text-muted">
                    Giá thu đến {formatDong(base_price)}
                  </span>
                </RadioCard>
              ))}
            </div>
          </fieldset>
          {questions.map((question) => (
            <Question
              key={question.question_code}
              question={question}
              chosen={data.answers[question.question_code]}
            />
          ))}
          <button type="submit" className={buttonClass('outline', 'min-h-12')}>
            Xem giá thu
          </button>
        </Form>
        <div className="grid gap-4 lg:sticky lg:top-4">
          {value === null ? (
            <section aria-label="Giá thu dự kiến" className="sheet p-4 sm:p-5">
              <p>
                <span className="text-muted">Giá thu dự kiến đến </span>
                <strong className="text-xl text-sale">{formatDong(bestOf(model))}</strong>
              </p>
              <Unanswered questions={questions} answers={data.answers} />
            </section>
          ) : (
            <ValueCard value={value}>
              {value.value > 0 ? (
                <button
                  type="submit"
                  form={form_id}
                  formAction={tradeAskUrl({})}
                  name="may"
                  value={model_code}
                  className={buttonClass('primary', 'min-h-12 w-full')}
                >
                  Tiếp tục định giá
                </button>
              ) : (
                <p className="text-sm font-semibold text-sale">
                  Với tình trạng này, máy không còn giá trị thu lại.
                </p>
              )}
            </ValueCard>
          )}
          <TargetChoice data={data} />
        </div>
      </div>
      <GradeTable model={model} />
    </>
  )
}

interface UnansweredProps {
  questions: TradeModel['questions']
  answers: TradeDeviceData['answers']
}

/** How many questions are left, and once some are answered, which: a missed one is far above on a phone. */
function Unanswered({ questions, answers }: UnansweredProps) {
  const left = questions.filter(({ question_code }) => !(question_code in answers))
  if (left.length === questions.length) {
    return (
      <p className="mt-1 text-sm text-muted">
        Trả lời hết {questions.length} câu để biết giá của máy bạn.
      </p>
    )
  }
  return (
    <p aria-live="polite" className="mt-1 text-sm">
      Còn {left.length} câu chưa trả lời:{' '}
      {left.map(({ position, title }, n) => (
        <span key={position}>
          {n > 0 && ', '}
          <a
            href={`#${questionId(position)}`}
            className="font-semibold text-accent hover:underline"
          >
            {title.replace(/\?$/, '')}
          </a>
        </span>
      ))}
      .
    </p>
  )
}

const questionId = (position: number) => `cau-${position}`

function bestOf({ versions, device_code }: TradeModel): number {
  return versions.find((version) => version.device_code === device_code)?.base_price ?? 0
}

interface QuestionProps {
  question: TradeModel['questions'][number]
  chosen: string | undefined
}

function Question({ question, chosen }: QuestionProps) {
  const { question_code, title, hint, position, answers } = question
  return (
    <fieldset id={questionId(position)} className="sheet scroll-mt-24 p-4 sm:p-5">
      <legend className="contents">
        <h2 className="text-base tracking-normal">{title}</h2>
      </legend>
      {hint !== '' && <p className="mt-0.5 text-sm text-muted">{hint}</p>}
      <div className="mt-3 grid gap-2 sm:grid-cols-2">
        {answers.map(({ answer_code, label, deduction, note }) => (
          <RadioCard
            key={answer_code}
            name={`h${position}`}
            value={answer_code}
            defaultChecked={answer_code === chosen}
          >
            <span className="flex items-start gap-3 large-text:flex-col">
              <AnswerDrawing question={question_code} answer={answer_code} />
              <span className="min-w-0">
                <span className="block font-semibold">{label}</span>
                <span className={`block text-sm ${deduction > 0 ? 'text-sale' : 'text-success'}`}>
                  {deduction > 0 ? `−${formatDong(deduction)}` : 'Không trừ'}
                </span>
                {note !== '' && <span className="block text-sm text-muted">{note}</span>}
              </span>
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  )
}
