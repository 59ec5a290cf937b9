import type { PreviewNote } from '#contracts/storefront/articles/preview-note.ts'
import type { LandingPart } from '#contracts/storefront/landing/landing.ts'
import { landingEditorUrl } from '#storefront/addresses/editor-links.ts'
import { PreviewBar } from '#storefront/commerce/preview/preview-bar.tsx'

/** The moment, the place and the version that a preview of a landing page or the home page shows. */
export interface LandingPreviewData {
  note: PreviewNote
  /** YYYY-MM-DDTHH:MM of Vietnam */
  at: string
  province_id: number
  provinces: { province_id: number; name: string }[]
  is_live: boolean
  /** Null: the home page, which has one address. */
  part: LandingPart | null
}

const field = 'ml-1 min-h-11 rounded-[10px] bg-white px-2.5'

/** The bar of such a preview, with a form that asks for another moment, place or version. */
export function LandingPreview({ preview }: { preview: LandingPreviewData }) {
  const { note, at, province_id, provinces, is_live, part } = preview
  return (
    <PreviewBar note={note} editor_href={landingEditorUrl(note.code)}>
      <form
        method="get"
        aria-label="Xem trước"
        className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2"
      >
        <label>
          Lúc <input type="datetime-local" name="luc" defaultValue={at} className={field} />
        </label>
        <label>
          Tại{' '}
          <select name="tinh" defaultValue={province_id} className={field}>
            {provinces.map((province) => (
              <option key={province.province_id} value={province.province_id}>
                {province.name}
              </option>
            ))}
          </select>
        </label>
        {part === null ? null : (
          <label>
            Địa chỉ{' '}
            <select name="phan" defaultValue={part} className={field}>
              <option value="main">chính</option>
              <option value="teasing">sắp mở bán</option>
              <option value="d-day">ngày vàng</option>
            </select>
          </label>
        )}
        <label>
          Bản{' '}
          <select name="nhap" defaultValue={is_live ? '0' : '1'} className={field}>
            <option value="1">nháp</option>
            <option value="0">đang đăng</option>
          </select>
        </label>
        <button
          type="submit"
          className="min-h-11 rounded-[10px] bg-ink px-4.5 font-bold text-white"
        >
          Xem
        </button>
      </form>
    </PreviewBar>
  )
}
