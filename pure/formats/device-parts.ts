/** The parts of a device that are looked at when it comes to be repaired, as shoppers and staff read them. */
export const device_part_titles = {
  screen: 'Màn hình',
  touch: 'Cảm ứng',
  camera: 'Camera',
  speaker: 'Loa',
  microphone: 'Mic',
  biometrics: 'Face ID / vân tay',
  charging: 'Sạc',
  buttons: 'Nút bấm',
  network: 'Sóng, Wi-Fi',
} as const

/** What may come with the device. */
export const accessory_titles = {
  sim: 'SIM',
  memory_card: 'Thẻ nhớ',
  charger: 'Củ, cáp sạc',
  case: 'Ốp lưng',
  box: 'Hộp máy',
  pen: 'Bút',
} as const
