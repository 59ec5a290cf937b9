/** What a page may ask a visitor for, beside their position. */
export type DevicePermission = 'camera' | 'microphone'

export const POLICY_HEADER = 'permissions-policy'

/** The value of the header that opens nothing but these permissions (decision 237). */
export function permissionsPolicy(opened: readonly DevicePermission[]): string {
  const allowed = (name: DevicePermission) => (opened.includes(name) ? '(self)' : '()')
  return `camera=${allowed('camera')}, microphone=${allowed('microphone')}, geolocation=(self)`
}
