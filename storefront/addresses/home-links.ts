import { frame_paths } from '#storefront/addresses/frame-paths.ts'

/** Query key of the home page: which window of the flash sale is shown. */
export const flash_key = 'flash'

/** The home page at a window of its flash sale. */
export function flashWindowUrl(flash_sale_id: number): string {
  return `${frame_paths.home}?${flash_key}=${flash_sale_id}#flash-sale`
}
