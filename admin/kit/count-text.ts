/** "12", "1.000+". */
export function countText({ count, is_capped }: { count: number; is_capped: boolean }): string {
  return `${count.toLocaleString('vi-VN')}${is_capped ? '+' : ''}`
}
