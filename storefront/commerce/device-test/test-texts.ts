import {
  device_test_names,
  type DeviceTestCode,
  type DeviceVerdict,
} from '#pure/formats/device-tests.ts'
import type { IconName } from '#web/ui/icons.tsx'

interface TestText {
  name: string
  icon: IconName
  /** What the test is about, in one line. */
  about: string
}

/** Names and pictures of the tests, for cards and reports. */
export const test_texts: Readonly<Record<DeviceTestCode, TestText>> = {
  screen: {
    name: device_test_names.screen,
    icon: 'need-screen',
    about: 'Điểm chết, hở sáng và dải màu, toàn màn hình.',
  },
  touch: {
    name: device_test_names.touch,
    icon: 'pointer',
    about: 'Vuốt kín lưới ô để tìm vùng liệt, đếm số ngón nhận cùng lúc.',
  },
  keyboard: {
    name: device_test_names.keyboard,
    icon: 'keyboard',
    about: 'Từng phím, phím dính, số phím giữ cùng lúc và độ trễ.',
  },
  mouse: {
    name: device_test_names.mouse,
    icon: 'mouse',
    about: 'Từng nút, con lăn và nhấp đúp ngoài ý muốn.',
  },
  microphone: {
    name: device_test_names.microphone,
    icon: 'mic',
    about: 'Mức âm, dạng sóng, ghi rồi nghe lại ngay trên máy.',
  },
  speaker: {
    name: device_test_names.speaker,
    icon: 'volume-2',
    about: 'Âm thanh từng bên và quét từ trầm đến cao.',
  },
  camera: {
    name: device_test_names.camera,
    icon: 'need-camera',
    about: 'Hình trực tiếp, độ phân giải và tốc độ khung hình.',
  },
  graphics: {
    name: device_test_names.graphics,
    icon: 'cpu',
    about: 'Tên GPU, WebGL và tần số quét thật của màn hình.',
  },
  storage: {
    name: device_test_names.storage,
    icon: 'need-storage',
    about: 'Dung lượng mà trình duyệt được dùng trên ổ.',
  },
  gamepad: {
    name: device_test_names.gamepad,
    icon: 'need-gamepad',
    about: 'Từng nút, cần gạt, độ trôi và rung của tay cầm.',
  },
  vibration: {
    name: device_test_names.vibration,
    icon: 'vibrate',
    about: 'Mô-tơ rung của điện thoại.',
  },
  battery: {
    name: device_test_names.battery,
    icon: 'need-battery',
    about: 'Phần trăm pin, đang sạc hay không, thời gian còn lại.',
  },
}

/** The verdicts as buttons and as states. */
export const verdict_texts: Readonly<Record<DeviceVerdict, string>> = {
  passed: 'Đạt',
  failed: 'Không đạt',
  skipped: 'Bỏ qua',
}

/** The icon of a verdict. */
export const verdict_icons: Readonly<Record<DeviceVerdict, IconName>> = {
  passed: 'circle-check',
  failed: 'circle-x',
  skipped: 'minus',
}

/** Ground and colour of a verdict. */
export const verdict_looks: Readonly<Record<DeviceVerdict, string>> = {
  passed: 'bg-success-soft text-success',
  failed: 'bg-sale-soft text-sale',
  skipped: 'bg-mist text-muted',
}

/** What a test says that needs something this browser does not have. */
export const not_told = 'Trình duyệt này không cho biết.'
