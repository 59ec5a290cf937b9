import { addresses } from '#admin/addresses/addresses.ts'
import { pictureProblem } from '#admin/kit/pictures/picture-acts.ts'
import { type HistoryEntry, historyOf } from '#admin/pages/changes/history-of.ts'
import { type Act, type Problem, problemOrThrow, staffPage } from '#admin/runtime/page.ts'
import { type BannerRow, banners as contract } from '#contracts/staff/offers/banners.ts'
import { isRefusal } from '#pure/contract.ts'

export interface BannerData {
  /** Null: a new one. */
  banner: BannerRow | null
  /** What the fields of a new one begin with. */
  copied: BannerRow | null
  categories: { value: string; title: string }[]
  may_change: boolean
  history: HistoryEntry[] | null
}

/** /noi-bo/banner/:banner_id: a banner and how it looks; /moi: a new one, with `chep` a copy of another. */
export const page = staffPage<BannerData>({
  needs: 'banners.banner',
  takes_files: true,
  loader: async (context) => {
    const { services, actor, params, url } = context
    const copied_id = url.searchParams.get('chep') ?? '0'
    const is_new = params['banner_id'] === 'moi'
    const banner_id = idOf(is_new ? copied_id : params['banner_id'])
    const { banner, ...form } = await services.banners.banner(actor, { banner_id })
    if (is_new) return { banner: null, copied: banner, ...form, history: null }
    if (banner === null) throw contract.banner.refuse('banner_not_found')
    const thing_key = String(banner.banner_id)
    const history = await historyOf(context, { thing: 'banner', thing_key })
    return { banner, copied: null, ...form, history }
  },
  action: (context, fields) => save(context, fields),
})

/** What is no number is the number of no banner. */
function idOf(text: string | undefined): number {
  return (
    contract.banner.input.safeParse({ banner_id: text }).data?.banner_id ?? 9_007_199_254_740_991
  )
}

const save: Act = async ({ services, actor, params, files = [] }, fields) => {
  const sent = (picture: string) =>
    files.filter(({ field }) => field === picture).map(({ name, bytes }) => ({ name, bytes }))
  const input = contract.saveBanner.input.safeParse({
    ...{ image: '', image_mobile: '', ...fields, is_active: fields['is_active'] ?? 'false' },
    banner_id: params['banner_id'] === 'moi' ? 0 : params['banner_id'],
    ...{ wide: sent('wide'), narrow: sent('narrow') },
  })
  if (!input.success) {
    const place = places[String(input.error.issues[0]?.path[0])] ?? 'Xem lại các ô.'
    return { status: 422, problem: `Chưa lưu. ${place}`, typed: fields }
  }
  try {
    await services.banners.saveBanner(actor, input.data)
    return { location: addresses.banners.path }
  } catch (error) {
    return { ...problemOrThrow(problemOf(error), error), typed: fields }
  }
}

const places: Readonly<Record<string, string>> = {
  placement: 'Chọn nơi hiện.',
  label: 'Cần có chữ, dài nhất 80 ký tự.',
  eyebrow: 'Chữ nhỏ phía trên dài nhất 40 ký tự.',
  button: 'Chữ trên nút dài nhất 30 ký tự.',
  ink: 'Màu chữ có dạng #14244a.',
  alt: 'Chữ có trong ảnh dài nhất 160 ký tự.',
  path: 'Trang mở ra là một đường dẫn của cửa hàng, như /dien-thoai.',
  starts_at: 'Ngày giờ bắt đầu chưa đúng.',
  ends_at: 'Ngày giờ kết thúc chưa đúng.',
}

const shapes = { wide: 'Ảnh màn hình rộng', narrow: 'Ảnh điện thoại' }

function problemOf(error: unknown): Problem | null {
  const { saveBanner } = contract
  if (isRefusal(error, saveBanner, 'shape_refused')) {
    const { picture, width, height, wanted } = error.data
    const problem = `Chưa lưu. ${shapes[picture]} là ${width} × ${height}, không vừa chỗ này: cần khoảng ${wanted.width} × ${wanted.height}, hoặc lớn hơn cùng tỉ lệ.`
    return { status: error.status, problem }
  }
  for (const [code, words] of Object.entries(refusals)) {
    if (isRefusal(error, saveBanner, code as keyof typeof refusals)) {
      return { status: error.status, problem: `Chưa lưu${words}` }
    }
  }
  return pictureProblem(error)
}

const refusals = {
  times_refused: '. Giờ kết thúc phải sau giờ bắt đầu.',
  placement_refused: '. Không còn danh mục này.',
  path_refused: '. Cửa hàng không có trang này: xem lại ô “Mở trang”.',
  image_refused: '. Chọn ảnh cho màn hình rộng.',
  banner_changed:
    ': banner vừa được người khác sửa. Chữ bạn gõ vẫn còn; bấm Lưu lần nữa sẽ thay bản của họ.',
  banner_not_found: '. Không còn banner này.',
} as const
