import type { Start } from '#contracts/storefront/notices/starts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

const verbs: Record<Start['of'], string> = {
  landing_page: 'Bắt đầu',
  flash_sale: 'Bắt đầu',
  item: 'Mở bán',
}

/** Bắt đầu lúc 27/11/2026 20:00 */
export function startText({ of, starts_at }: Pick<Start, 'of' | 'starts_at'>): string {
  return `${verbs[of]} lúc ${formatDateTime(new Date(starts_at))}`
}
