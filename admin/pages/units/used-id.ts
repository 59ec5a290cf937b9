/** The number of a device in an address. No device has 0, so that an address without a number finds none. */
export function usedIdOf({ code = '' }: Readonly<Record<string, string | undefined>>): number {
  return /^\d{1,10}$/.test(code) ? Number(code) : 0
}
