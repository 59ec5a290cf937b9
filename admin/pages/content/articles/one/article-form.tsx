import { articlePath } from '#admin/addresses/paths.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { fieldTime, TimeField } from '#admin/kit/fields/time-field.tsx'
import { BodyField } from '#admin/pages/content/articles/one/body-field.tsx'
import { CheckField, ChoiceField } from '#admin/kit/fields/choice-field.tsx'
import type { StoredArticle } from '#contracts/staff/offers/articles.ts'

type Flag = 'is_in_footer' | 'meta_index' | 'meta_follow'

interface ArticleFormProps {
  article: StoredArticle
  typed: Readonly<Record<string, string>>
}

/** Everything that is written about an article, with the ways to keep and publish it. */
export function ArticleForm({ article, typed }: ArticleFormProps) {
  const { code, version, content, may_publish, publish_at } = article
  const is_page = article.kind === 'page'
  const text = (name: keyof typeof content) => typed[name] ?? String(content[name] ?? '')
  const isOn = (name: Flag) => (typed['title'] === undefined ? content[name] : typed[name] === 'on')
  return (
    <StaffForm
      action={articlePath(code)}
      hidden={{ version }}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm"
    >
      <div className="sheet grid gap-3">
        <LineField
          label="Tiêu đề"
          name="title"
          required
          maxLength={200}
          defaultValue={text('title')}
        />
        <label className="grid gap-1">
          <span className="text-muted">
            {is_page ? 'Tóm tắt, đứng đầu trang' : 'Mô tả, đứng đầu bài và trong danh sách'}
          </span>
          <textarea
            name="excerpt"
            rows={2}
            maxLength={400}
            defaultValue={text('excerpt')}
            className="field w-full"
          />
        </label>
        <BodyField html={text('body')} path={articlePath(code)} pictures={article.pictures} />
        {is_page && <Figures figures={article.figures} />}
      </div>
      {is_page ? (
        <PagePlacing text={text} is_in_footer={isOn('is_in_footer')} />
      ) : (
        <Placing article={article} text={text} />
      )}
      <Search text={text} isOn={isOn} />
      <div className="sheet flex flex-wrap items-end gap-3">
        <SubmitButton name="intent" value="draft">
          Lưu nháp
        </SubmitButton>
        {may_publish && (
          <>
            <SubmitButton name="intent" value="publish" look="primary">
              Xuất bản
            </SubmitButton>
            <span aria-hidden className="mx-1 h-9 border-l border-line max-md:hidden" />
            <TimeField
              label="Hoặc đăng lúc"
              name="publish_at"
              value={typed['publish_at'] ?? fieldTime(publish_at)}
              optional
            />
            <SubmitButton name="intent" value="schedule">
              Hẹn giờ
            </SubmitButton>
          </>
        )}
      </div>
    </StaffForm>
  )
}

type TextOf = (name: keyof StoredArticle['content']) => string

function Placing({ article, text }: { article: StoredArticle; text: TextOf }) {
  const { categories, authors, pictures, content } = article
  const uploaded = pictures.map(({ src }, n) => ({ value: src, title: `Ảnh ${n + 1} của bài` }))
  const is_other = content.image !== '' && !uploaded.some(({ value }) => value === content.image)
  const covers = [
    { value: '', title: 'Không có' },
    ...(is_other ? [{ value: content.image, title: 'Ảnh bìa hiện nay' }] : []),
    ...uploaded,
  ]
  return (
    <fieldset className="sheet grid gap-3">
      <legend className="sr-only">Chỗ đứng</legend>
      <LineField
        label="Địa chỉ (không có / đầu)"
        name="path"
        required
        maxLength={200}
        defaultValue={text('path')}
      />
      <div className="grid gap-3 md:grid-cols-3">
        <ChoiceField
          label="Chuyên mục"
          name="post_category_id"
          choices={categories}
          value={text('post_category_id')}
        />
        <ChoiceField label="Tác giả" name="author_id" choices={authors} value={text('author_id')} />
        <ChoiceField label="Ảnh bìa" name="image" choices={covers} value={text('image')} />
      </div>
      <LineField
        label="Chủ đề, cách nhau bằng dấu phẩy"
        name="tags"
        maxLength={300}
        defaultValue={text('tags')}
      />
    </fieldset>
  )
}

/** The figures of the shop's rules: their names stand in the text, today's values on the page (decision 263). */
function Figures({ figures }: Pick<StoredArticle, 'figures'>) {
  return (
    <details>
      <summary className="min-h-9 content-center font-semibold">
        Số liệu tự cập nhật: viết tên trong ngoặc nhọn
      </summary>
      <dl className="mt-2 grid gap-x-6 gap-y-1 md:grid-cols-2">
        {figures.map(({ name, means }) => (
          <div key={name} className="flex justify-between gap-x-3">
            <dt className="font-mono text-xs leading-5">{`{${name}}`}</dt>
            <dd className="text-right text-muted">{means}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-muted">
        Khách thấy số đang có hiệu lực. Đổi số ở trang quy định, không sửa chữ ở đây.
      </p>
    </details>
  )
}

function PagePlacing({ text, is_in_footer }: { text: TextOf; is_in_footer: boolean }) {
  return (
    <fieldset className="sheet grid gap-3">
      <legend className="sr-only">Chỗ đứng</legend>
      <LineField
        label="Địa chỉ (không có dấu /)"
        name="path"
        required
        maxLength={160}
        defaultValue={text('path')}
      />
      <CheckField
        name="is_in_footer"
        label="Có ở chân trang và mục chính sách"
        is_on={is_in_footer}
      />
    </fieldset>
  )
}

interface SearchProps {
  text: TextOf
  isOn: (name: Flag) => boolean
}

function Search({ text, isOn }: SearchProps) {
  return (
    <details className="sheet">
      <summary className="font-semibold">Cho máy tìm kiếm</summary>
      <div className="mt-3 grid gap-3">
        <LineField
          label="Tiêu đề (trống: tiêu đề bài)"
          name="meta_title"
          maxLength={120}
          defaultValue={text('meta_title')}
        />
        <LineField
          label="Mô tả (trống: mô tả của bài)"
          name="meta_description"
          maxLength={300}
          defaultValue={text('meta_description')}
        />
        <LineField
          label="Từ khóa"
          name="meta_keyword"
          maxLength={200}
          defaultValue={text('meta_keyword')}
        />
        <LineField
          label="Địa chỉ chính thức (trống: địa chỉ bài)"
          name="canonical_tag"
          maxLength={300}
          defaultValue={text('canonical_tag')}
        />
        <CheckField
          name="meta_index"
          label="Cho máy tìm kiếm đưa vào kết quả"
          is_on={isOn('meta_index')}
        />
        <CheckField
          name="meta_follow"
          label="Cho máy tìm kiếm đi theo liên kết"
          is_on={isOn('meta_follow')}
        />
      </div>
    </details>
  )
}
