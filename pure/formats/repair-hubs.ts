/** A page for each kind of device that is repaired (contract §2 names two of them). */
export const repair_hub_pages = {
  'dien-thoai': { path: '/dich-vu/sua-chua-dien-thoai', name: 'Sửa chữa điện thoại' },
  'apple-watch': { path: '/dich-vu/sua-chua-apple-watch', name: 'Sửa chữa Apple Watch' },
  'may-tinh-bang': { path: '/dich-vu/sua-chua-may-tinh-bang', name: 'Sửa chữa máy tính bảng' },
  laptop: { path: '/dich-vu/sua-chua-laptop', name: 'Sửa chữa laptop' },
} as const
