import { device_report_path } from '#pure/formats/device-report-path.ts'
import type { Address } from '#storefront/addresses/address.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'

const open = { layout: 'default', cache: 'public' } as const

/** Small tools that help a visitor and sell nothing. */
export const tool_addresses = {
  /** The perpetual calendar (contract §1). Vietnamese search for "lịch vạn niên". */
  calendar: { path: frame_paths.calendar, page: 'calendar', ...open },
  /** Tests of a computer or phone in its browser (contract §2), and the report of their results. */
  keyboardTest: { path: '/test-keyboard-online', page: 'device-test/keyboard', ...open },
  microphoneTest: { path: '/test-mic-online', page: 'device-test/microphone', ...open },
  deviceTest: { path: frame_paths.device_test, page: 'device-test', ...open },
  deviceReport: {
    path: device_report_path,
    page: 'device-test/report',
    layout: 'blank',
    cache: 'personal',
  },
  /** Games (contract §2) and the page that lists them. */
  games: { path: '/games/:game?', page: 'games', ...open },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const tool_query_keys = {
  calendar: ['ngay', 'thang', 'nam', 'ngay_am', 'thang_am', 'nam_am', 'nhuan'],
} as const
