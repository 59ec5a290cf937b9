import { useRef, useState } from 'react'
import type { Ward } from '#contracts/storefront/units.ts'
import { fetchData } from '#web/runtime/on-demand.ts'

/** The wards of a province, fetched when the field is first used (at most 168, about 3 kB on the wire). */
export function useProvinceWards(province_code: string) {
  const requested = useRef<string | null>(null)
  const [loaded, setLoaded] = useState<{ province_code: string; wards: Ward[] | null } | null>(null)
  const current = loaded?.province_code === province_code ? loaded : null

  function load() {
    if (requested.current === province_code) return
    requested.current = province_code
    fetchData<Ward[]>(`/api/locations/v1/wards?size=200&province_code=${province_code}`).then(
      (wards) => setLoaded({ province_code, wards }),
      () => {
        requested.current = null
        setLoaded({ province_code, wards: null })
      },
    )
  }

  return {
    wards: current?.wards ?? null,
    has_failed: current !== null && current.wards === null,
    load,
  }
}
