import { Form, useNavigation } from 'react-router'
import { memberCardsUrl } from '#storefront/addresses/member-links.ts'
import { MemberCard } from '#storefront/commerce/member/member-frame.tsx'
import { kind_texts, level_titles } from '#storefront/pages/smember/cards/card-texts.ts'
import type { CardsData } from '#storefront/pages/smember/cards/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, ProblemText, SelectField, TextField } from '#web/ui/field.tsx'

/** What stands on the card. The pictures follow, so that a bad photo never costs what was typed. */
export function CardForm({ data: { kind } }: { data: CardsData }) {
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  const texts = kind_texts[kind]
  return (
    <MemberCard>
      <h2 className="text-xl">Xác minh để có giá riêng</h2>
      <nav aria-label="Bạn là" className="mt-4 flex flex-wrap gap-2">
        {Object.entries(kind_texts).map(([value, { loai, who }]) => (
          <a
            key={value}
            href={memberCardsUrl({ loai })}
            aria-current={value === kind ? 'true' : undefined}
            className="finger flex min-h-11 items-center rounded-full border border-line bg-white px-4 text-body font-semibold hover:border-ink aria-[current]:border-accent aria-[current]:bg-cream aria-[current]:text-accent"
          >
            {who}
          </a>
        ))}
      </nav>
      <Form
        key={kind}
        method="post"
        action={memberCardsUrl({ loai: texts.loai })}
        className="mt-5 grid gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="kind" value={kind} />
        <FieldScope answer={answer}>
          <TextField
            name="institution"
            label={texts.institution}
            required
            maxLength={120}
            autoComplete="organization"
            className={kind === 'student' ? '' : 'sm:col-span-2'}
          />
          {kind === 'student' && (
            <SelectField name="level" label="Bậc học" required defaultValue="">
              <option value="" disabled>
                Chọn bậc học
              </option>
              {Object.entries(level_titles).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            name="holder"
            label={texts.holder}
            required
            maxLength={80}
            autoComplete="name"
          />
          <TextField
            name="number"
            label={texts.number}
            required
            maxLength={30}
            autoComplete="off"
            inputMode={kind === 'business' ? 'numeric' : 'text'}
          />
          {kind !== 'business' && (
            <TextField name="valid_until" label="Hạn thẻ" type="date" required autoComplete="off" />
          )}
        </FieldScope>
        <Agreement problem={answer.problems['agrees']} />
        <div className="sm:col-span-2">
          <button
            type="submit"
            name="intent"
            value="ask"
            disabled={is_busy}
            className={buttonClass('primary')}
          >
            Tiếp tục: gửi ảnh
          </button>
        </div>
      </Form>
    </MemberCard>
  )
}

/** Pictures of cards are sensitive data: the law wants an agreement of its own, and nothing ticked before. */
function Agreement({ problem }: { problem: string | undefined }) {
  return (
    <div className="sm:col-span-2">
      <label className="flex cursor-pointer items-start gap-2.5 text-body">
        <input
          type="checkbox"
          name="agrees"
          value="1"
          required
          aria-invalid={problem !== undefined}
          {...(problem === undefined ? {} : { 'aria-describedby': 'agrees-problem' })}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span>
          Tôi đồng ý để cửa hàng xem ảnh này chỉ nhằm xác minh giá ưu đãi. Ảnh được mã hóa, chỉ nhân
          viên duyệt thẻ mở được, và bị xóa 30 ngày sau khi có kết quả. Tôi rút lại được bất cứ lúc
          nào trước đó.
        </span>
      </label>
      {problem !== undefined && <ProblemText id="agrees-problem">{problem}</ProblemText>}
    </div>
  )
}
