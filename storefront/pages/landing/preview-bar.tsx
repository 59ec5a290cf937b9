import type { LandingData } from '#storefront/pages/landing/landing-data.ts'

type Preview = NonNullable<LandingData['preview']>

/** Above a preview: the moment, the place and the part that it shows, as a form. */
export function PreviewBar({ preview }: { preview: Preview }) {
  const { at, province_id, provinces, is_live, part } = preview
  return (
    <form method="get" className="landing-preview" aria-label="Xem trước">
      <strong>Xem trước</strong>
      <label>
        Lúc <input type="datetime-local" name="luc" defaultValue={at} />
      </label>
      <label>
        Tại{' '}
        <select name="tinh" defaultValue={province_id}>
          {provinces.map((province) => (
            <option key={province.province_id} value={province.province_id}>
              {province.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Địa chỉ{' '}
        <select name="phan" defaultValue={part}>
          <option value="main">chính</option>
          <option value="teasing">sắp mở bán</option>
          <option value="d-day">ngày vàng</option>
        </select>
      </label>
      <label>
        Bản{' '}
        <select name="nhap" defaultValue={is_live ? '0' : '1'}>
          <option value="1">nháp</option>
          <option value="0">đang đăng</option>
        </select>
      </label>
      <button type="submit">Xem</button>
    </form>
  )
}
