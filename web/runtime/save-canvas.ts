/** Saves what a canvas shows as a PNG file. Returns whether the browser could. */
export async function saveCanvas(canvas: HTMLCanvasElement, name: string): Promise<boolean> {
  const picture = await pngOf(canvas)
  if (picture === null) return false
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = name
  link.click()
  // The download has begun by then; the address would keep the picture in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return true
}

/** What a canvas shows as a PNG; null if the browser refuses. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
}
