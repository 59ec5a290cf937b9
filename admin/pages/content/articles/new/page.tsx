import { addresses } from '#admin/addresses/addresses.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { ChoiceField } from '#admin/kit/fields/choice-field.tsx'
import type { ArticleChoices } from '#contracts/staff/offers/articles.ts'

export const title = 'Bài viết mới'

interface PageProps {
  data: ArticleChoices
  typed?: Readonly<Record<string, string>>
}

/** Begins an article: it is a draft until it is published. */
export function Page({ data: { categories, authors }, typed = {} }: PageProps) {
  return (
    <StaffForm
      action={addresses.new_article.path}
      hidden={{}}
      className="sheet grid max-w-3xl gap-3 text-sm"
    >
      <LineField
        label="Tiêu đề"
        name="title"
        required
        maxLength={200}
        defaultValue={typed['title'] ?? ''}
      />
      <div className="grid gap-3 md:grid-cols-2">
        <ChoiceField
          label="Chuyên mục"
          name="post_category_id"
          choices={categories}
          value={typed['post_category_id']}
        />
        <ChoiceField
          label="Tác giả"
          name="author_id"
          choices={authors}
          value={typed['author_id']}
        />
      </div>
      <p className="text-muted">Bài là bản nháp cho đến khi bạn xuất bản.</p>
      <div>
        <SubmitButton look="primary">Viết tiếp</SubmitButton>
      </div>
    </StaffForm>
  )
}
