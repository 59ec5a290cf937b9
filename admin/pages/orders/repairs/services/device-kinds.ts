/** Kinds of devices that the shop repairs. */
export const device_kinds = [
  { value: 'dien-thoai', title: 'Điện thoại' },
  { value: 'apple-watch', title: 'Apple Watch' },
  { value: 'may-tinh-bang', title: 'Máy tính bảng' },
  { value: 'laptop', title: 'Laptop' },
]
