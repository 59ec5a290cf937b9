/** The page of a report, which its QR code names. Apart, because the scripts of every page contain it. */
export const device_report_path = '/kiem-tra-linh-kien-may-tinh-online/bao-cao'
