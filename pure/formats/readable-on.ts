/** Returns the colour of words on a ground: white where that is readable (contrast of 4.5), else the dark ink. */
export function readableOn(ground: string): string {
  return 1.05 / (luminanceOf(ground) + 0.05) >= 4.5 ? '#ffffff' : '#14244a'
}

/** The relative luminance of #rrggbb, by WCAG 2. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
