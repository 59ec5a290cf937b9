/** Why a camera or microphone does not open, and what helps. */
export interface MediaRefusal {
  title: string
  /** What the visitor can do, one step each. */
  steps: readonly string[]
}

type MediaKind = 'audio' | 'video'

const names = { audio: 'micrô', video: 'camera' } as const

/** Opens a camera or microphone, or says why not. */
export async function openMedia(
  kind: MediaKind,
  wanted: MediaTrackConstraints,
): Promise<{ stream: MediaStream } | { refusal: MediaRefusal }> {
  if (!isSecureContext) return { refusal: insecure(kind) }
  // Only old browsers do not have it.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices === undefined) return { refusal: tooOld(kind) }
  try {
    return { stream: await devices.getUserMedia({ [kind]: wanted }) }
  } catch (error) {
    return { refusal: refusalOf(kind, error instanceof DOMException ? error.name : '') }
  }
}

/** The words for an error of getUserMedia (w3.org/TR/mediacapture-streams). */
export function refusalOf(kind: MediaKind, error_name: string): MediaRefusal {
  const name = names[kind]
  switch (error_name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return {
        title: `Bạn chưa cho phép dùng ${name}`,
        steps: [
          `Bấm biểu tượng ổ khóa hoặc ${name} bên trái thanh địa chỉ, chọn “Cho phép” ${name}.`,
          `Trên máy: Windows vào Cài đặt › Quyền riêng tư › ${name}; macOS vào Cài đặt hệ thống › Quyền riêng tư; điện thoại vào Cài đặt › Ứng dụng › trình duyệt › Quyền.`,
          'Tải lại trang này rồi bấm bắt đầu lần nữa.',
        ],
      }
    case 'NotFoundError':
    case 'OverconstrainedError':
      return {
        title: `Không tìm thấy ${name} nào`,
        steps: [
          `Cắm ${name} hoặc tai nghe vào máy; tai nghe Bluetooth thì kết nối lại.`,
          `Bật công tắc hoặc phím tắt ${name} trên thân máy nếu có.`,
          `Máy bàn thường không có sẵn ${name}. Nếu laptop không thấy ${name}, có thể driver hoặc linh kiện đã hỏng.`,
        ],
      }
    case 'NotReadableError':
    case 'AbortError':
      return {
        title: `Ứng dụng khác đang dùng ${name}`,
        steps: [
          'Đóng Zoom, Teams, Zalo, Meet, OBS và các tab đang gọi.',
          `Rút ${name} ra cắm lại, hoặc khởi động lại máy.`,
          'Bấm bắt đầu lần nữa.',
        ],
      }
    default:
      return {
        title: `Trình duyệt không mở được ${name}`,
        steps: [
          'Cập nhật trình duyệt, hoặc thử Chrome, Edge, Firefox, Safari bản mới.',
          'Mở trang này trong trình duyệt, không mở trong ứng dụng Zalo hay Facebook.',
        ],
      }
  }
}

function insecure(kind: MediaKind): MediaRefusal {
  return {
    title: `Trang chưa được mở an toàn nên trình duyệt khóa ${names[kind]}`,
    steps: [
      'Mở lại trang bằng địa chỉ bắt đầu bằng https://.',
      'Nếu vẫn bị khóa, kiểm tra ngày giờ của máy rồi tải lại trang.',
    ],
  }
}

function tooOld(kind: MediaKind): MediaRefusal {
  return refusalOf(kind, '')
}
