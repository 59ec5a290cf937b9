/** Widths in pixels that the picture service makes. URLs with any other width are refused. */
export const picture_widths: readonly number[] = [
  80, 120, 160, 240, 320, 480, 640, 800, 960, 1280, 1600,
]
