import {
  type DevicePermission,
  permissionsPolicy,
  POLICY_HEADER,
} from '#pure/formats/permissions-policy.ts'

/** Pages that ask for the camera or the microphone. All others may not, whatever a script in them wants. */
const permissions: Readonly<Record<string, readonly DevicePermission[]>> = {
  'device-test': ['camera', 'microphone'],
  'device-test/microphone': ['microphone'],
}

/**
 * Whether a page must be a document of its own. A document keeps the permissions that it was loaded with, so a tab
 * that shows another page has to load this one as a whole (decision 237).
 */
export function isOwnDocument(page: string): boolean {
  return Object.hasOwn(permissions, page)
}

/** The headers that a page sends in place of the shop's. */
export function ownHeaders(page: string): Readonly<Record<string, string>> {
  const opened = permissions[page]
  return opened === undefined ? {} : { [POLICY_HEADER]: permissionsPolicy(opened) }
}
