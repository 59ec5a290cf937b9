import { useLocation } from 'react-router'
import { useMemberName } from '#storefront/runtime/sign-in/session-state.ts'

/** The name of the member, and their way in: to their pages, or to the sign-in, which leads back to this page. */
export function useAccount(): { name: string | null; href: string } {
  const name = useMemberName()
  const { pathname } = useLocation()
  const href = name === null ? `/dang-nhap?tiep_tuc=${encodeURIComponent(pathname)}` : '/smember'
  return { name, href }
}
