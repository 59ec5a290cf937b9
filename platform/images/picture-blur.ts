import { loadSharp } from '#platform/images/image-encoder.ts'

const blur_width = 20

/** Makes the tiny picture that stands in until the real one has come: WebP in base64. */
export async function blurOf(picture: Uint8Array): Promise<string> {
  const sharp = await loadSharp()
  const tiny = await sharp(picture).resize({ width: blur_width }).webp({ quality: 30 }).toBuffer()
  return tiny.toString('base64')
}
