/** Where staff write an article or a static page. The pages of staff have a bundle of their own. */
export function articleEditorUrl(code: string): string {
  return `/noi-bo/bai-viet/${code}`
}

/** Where staff arrange a landing page or the home page. */
export function landingEditorUrl(code: string): string {
  return `/noi-bo/trang-khuyen-mai/${code}`
}
