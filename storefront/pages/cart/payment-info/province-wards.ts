import { useRef, useState } from 'react'
import type { Ward } from '#contracts/storefront/units.ts'
import { fetchData } from '#web/runtime/on-demand.ts'

/** Wards of one province, fetched when the field is first used (at most 168, some 3 kB on the wire). */
export function useProvinceWards(province_code: string) {
  const asked = useRef<string | null>(null)
  const [known, setKnown] = useState<{ province_code: string; wards: Ward[] | null } | null>(null)
  const here = known?.province_code === province_code ? known : null

  function ask() {
    if (asked.current === province_code) return
    asked.current = province_code
    fetchData<Ward[]>(`/api/locations/v1/wards?size=200&province_code=${province_code}`).then(
      (wards) => setKnown({ province_code, wards }),
      () => {
        asked.current = null
        setKnown({ province_code, wards: null })
      },
    )
  }

  return { wards: here?.wards ?? null, has_failed: here !== null && here.wards === null, ask }
}
