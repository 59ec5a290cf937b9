import type { Act, Problem } from '#admin/runtime/page.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import {
  max_pictures,
  picture_refusals,
  type pictureOperations,
} from '#contracts/staff/pictures.ts'
import { isRefusal, type Service } from '#pure/contract.ts'

type PictureContract = ReturnType<typeof pictureOperations>

/** What the forms of `<Pictures>` do, for `actsByIntent`. The page says `takes_files: true`. */
export function pictureActs(
  contract: PictureContract,
  serviceOf: (services: StaffServices) => Service<PictureContract>,
): Readonly<Record<'add_pictures' | 'remove_picture', Act>> {
  return {
    add_pictures: async ({ services, actor, url, files = [] }, { code }) => {
      const input = contract.addPictures.input.safeParse({ code, files })
      if (!input.success) return files.length === 0 ? none : too_many
      await serviceOf(services).addPictures(actor, input.data)
      return { location: url.pathname }
    },
    remove_picture: async ({ services, actor, url }, fields) => {
      const input = contract.removePicture.input.safeParse(fields)
      if (!input.success) return { status: 422, problem: 'Chọn ảnh và ghi lý do gỡ.' }
      try {
        await serviceOf(services).removePicture(actor, input.data)
      } catch (error) {
        if (!isRefusal(error, contract.removePicture, 'picture_in_use')) throw error
        const texts = error.data.texts.map((title) => `“${title}”`).join(', ')
        return { status: error.status, problem: `Chưa gỡ: ảnh đang có trong ${texts}.` }
      }
      return { location: url.pathname }
    },
  }
}

const none = { status: 422, problem: 'Chưa chọn ảnh.' }
const too_many = { status: 422, problem: `Mỗi lần tối đa ${max_pictures.at_once} ảnh.` }
const taking = { refusals: picture_refusals }

/** The words for a refusal of pictures. Null: the error is another one. */
export function pictureProblem(error: unknown): Problem | null {
  if (isRefusal(error, taking, 'picture_wrong_kind')) {
    const problem = `“${error.data.name}” không phải ảnh JPEG, PNG, WebP hay AVIF. Ảnh HEIC của iPhone: đổi sang JPEG rồi gửi.`
    return { status: 422, problem }
  }
  if (isRefusal(error, taking, 'picture_unreadable')) {
    const problem = `Không đọc được “${error.data.name}”: ảnh hỏng hoặc bị cắt. Chụp lại hoặc gửi ảnh khác.`
    return { status: 422, problem }
  }
  if (isRefusal(error, taking, 'picture_too_large')) {
    const problem = `“${error.data.name}” quá lớn: mỗi ảnh tối đa 10 MB và 52 megapixel.`
    return { status: 422, problem }
  }
  if (isRefusal(error, taking, 'pictures_busy')) {
    return { status: 503, problem: 'Đang có nhiều ảnh được gửi. Đợi một chút rồi gửi lại.' }
  }
  if (isRefusal(error, taking, 'files_unavailable')) {
    return { status: 503, problem: 'Kho ảnh không trả lời. Ảnh chưa được lưu, hãy gửi lại sau.' }
  }
  if (isRefusal(error, taking, 'too_many_pictures')) {
    return { status: 422, problem: `Chỉ giữ được ${error.data.max} ảnh. Gỡ bớt rồi gửi lại.` }
  }
  return null
}
