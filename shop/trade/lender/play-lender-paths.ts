import { sandbox_provider_path } from '#shop/payment/gateways/provider-settings.ts'

/** Where the officer of the built-in company works, in demo shops. */
export const play_lender_path = `${sandbox_provider_path}/tra-gop`

/** The page of one application. Its reference cannot be guessed. */
export function playLenderPage(reference: string): string {
  return `${play_lender_path}?t=${reference}`
}
