/** Where uploaded pictures of articles are served. The name of a file is its content's hash and its size in pixels. */
export const article_pictures_path = '/bai-viet/anh'

/** The name of these pictures as a host of the picture service. */
export const article_picture_host = 'bai-viet'

const file_form = /^([0-9a-f]{64})-(\d{1,5})x(\d{1,5})(-nho)?\.webp$/

/** The name of a file of a picture, and back. */
export function articlePictureFile(
  name: string,
): { hash: string; width: number; height: number; size: 'large' | 'small' } | null {
  const [, hash, width, height, small] = file_form.exec(name) ?? []
  if (hash === undefined) return null
  const size = small === undefined ? 'large' : 'small'
  return { hash, width: Number(width), height: Number(height), size }
}

/** The address of an uploaded picture. */
export function articlePicturePath(picture: {
  hash: string
  width: number
  height: number
}): string {
  return `${article_pictures_path}/${picture.hash}-${picture.width}x${picture.height}.webp`
}

/** An uploaded picture by its address; null: it is none. */
export function articlePicture(address: string) {
  if (!address.startsWith(`${article_pictures_path}/`)) return null
  const file = articlePictureFile(address.slice(article_pictures_path.length + 1))
  if (file === null || file.size === 'small' || file.width === 0 || file.height === 0) return null
  const { hash, width, height } = file
  return { hash, width, height }
}

/** The small size of an uploaded picture; another address is itself. */
export function smallArticlePicture(address: string): string {
  return articlePicture(address) === null ? address : address.replace(/\.webp$/, '-nho.webp')
}
