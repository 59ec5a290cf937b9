const dots = new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 0 })

/** An amount as Vietnamese shops print it: thousand dots and "đ", no space. `amount` is whole đồng. */
export function formatDong(amount: number): string {
  return `${dots.format(amount)}đ`
}

/** How much cheaper `sale` is than `list`, in whole per cent, rounded down so it never boasts. */
export function percentOff(list: number, sale: number): number {
  return list > sale ? Math.floor(((list - sale) * 100) / list) : 0
}
