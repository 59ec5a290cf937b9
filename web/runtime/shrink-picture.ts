/** As the server keeps pictures. */
const longest_side = 2_560
/** Smaller files are sent as they are. */
const small_bytes = 1_500_000
const kept_types = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])

/**
 * Makes a picture smaller in the browser, so that a photo of 8 MB is sent in a second. What the browser cannot read is
 * sent as it is; the server decides about it.
 */
export async function shrinkPicture(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, longest_side / Math.max(bitmap.width, bitmap.height))
    if (scale === 1 && file.size <= small_bytes && kept_types.has(file.type)) return file
    const blob = await drawn(bitmap, scale)
    bitmap.close()
    return blob === null ? file : new File([blob], file.name, { type: blob.type })
  } catch {
    return file
  }
}

function drawn(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  // A transparent picture lies on paper, as on the server.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}
