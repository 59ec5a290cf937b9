import { pngOf, saveCanvas } from '#web/runtime/save-canvas.ts'

const size = 720
const edge = 60

/**
 * Saves the QR code as a PNG, because bank apps read codes from photos and not from SVG. A phone is asked where to put
 * it: on an iPhone only that leads to the photos. Returns whether the shopper has the picture or chose not to.
 */
export async function saveCode(svg_url: string, order_code: string): Promise<boolean> {
  const canvas = await drawn(svg_url)
  if (canvas === null) return false
  const name = `vietqr-${order_code}.png`
  const png = await pngOf(canvas)
  if (png === null) return false
  const shared = { files: [new File([png], name, { type: 'image/png' })] }
  const is_phone = matchMedia('(pointer: coarse)').matches
  if (!is_phone || !navigator.canShare?.(shared)) return saveCanvas(canvas, name)
  try {
    await navigator.share(shared)
    return true
  } catch (error) {
    // The shopper closed the list of places, or the browser does not let a page open it.
    if (error instanceof DOMException && error.name === 'AbortError') return true
    return saveCanvas(canvas, name)
  }
}

/** An SVG without a size of its own is not drawn by every browser. */
async function drawn(svg_url: string): Promise<HTMLCanvasElement | null> {
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (context === null) return null
  const picture = new Image(size, size)
  picture.src = svg_url.replace(
    'svg%20xmlns',
    `svg%20width%3D%22${size}%22%20height%3D%22${size}%22%20xmlns`,
  )
  await picture.decode()
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.drawImage(picture, edge, edge, size - 2 * edge, size - 2 * edge)
  return canvas
}
