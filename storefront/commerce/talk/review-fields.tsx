import type { OwnReview, ReviewAspect } from '#contracts/storefront/talk/reviews.ts'
import { aspect_titles } from '#storefront/commerce/talk/review-texts.ts'
import { StarChoice } from '#storefront/commerce/talk/star-choice.tsx'
import { TextAreaField } from '#web/ui/field.tsx'

interface ReviewFieldsProps {
  asked_aspects: readonly ReviewAspect[]
  review?: Pick<OwnReview, 'stars' | 'aspects' | 'text'>
}

/** The stars and the text of a review: new, or to be changed. */
export function ReviewFields({ asked_aspects, review }: ReviewFieldsProps) {
  return (
    <>
      <StarChoice
        name="stars"
        legend="Bạn thấy sản phẩm này thế nào?"
        chosen={review?.stars ?? null}
        required
      />
      <div className="grid gap-1">
        {asked_aspects.map((aspect) => (
          <StarChoice
            key={aspect}
            name={`aspects[${aspect}]`}
            legend={aspect_titles[aspect]}
            chosen={review?.aspects[aspect] ?? null}
            is_small
          />
        ))}
      </div>
      <TextAreaField
        name="text"
        label="Nhận xét của bạn"
        hint="Ít nhất 15 chữ cái. Kể điều bạn thích, chưa thích, và bạn dùng ra sao."
        rows={5}
        maxLength={3_000}
        required
        defaultValue={review?.text}
      />
    </>
  )
}
