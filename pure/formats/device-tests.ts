/** The tests of a device in a browser, in the sequence of their cards. A report names them by these codes. */
export const device_test_codes = [
  'screen',
  'touch',
  'keyboard',
  'mouse',
  'microphone',
  'speaker',
  'camera',
  'graphics',
  'storage',
  'gamepad',
  'vibration',
  'battery',
] as const
export type DeviceTestCode = (typeof device_test_codes)[number]

/** The tests as shoppers and staff read them. */
export const device_test_names: Readonly<Record<DeviceTestCode, string>> = {
  screen: 'Màn hình',
  touch: 'Cảm ứng',
  keyboard: 'Bàn phím',
  mouse: 'Chuột',
  microphone: 'Micrô',
  speaker: 'Loa trái, phải',
  camera: 'Camera',
  graphics: 'Card đồ họa',
  storage: 'Bộ nhớ lưu trữ',
  gamepad: 'Tay cầm',
  vibration: 'Rung',
  battery: 'Pin và sạc',
}

/** How a test ended. One that was not tried is not in a report. */
export const device_verdicts = ['passed', 'failed', 'skipped'] as const
export type DeviceVerdict = (typeof device_verdicts)[number]

/** Lengths of texts in a report. All notes together are short enough for a QR code that a phone reads. */
export const device_name_length = 80
export const device_note_length = 120
export const device_notes_length = 500
