import { TroubleScreen } from '#storefront/ui/trouble-screen.tsx'

/** Whatever broke: status 5xx, or a page that could not be fetched (spec §8). */
export function ErrorScreen({ detail }: { detail: string }) {
  return (
    <TroubleScreen picture="error" headline="Hệ thống đang gặp sự cố kỹ thuật" detail={detail}>
      <p>
        Thành thật xin lỗi bạn vì sự bất tiện này. Vui lòng tải lại trang, liên hệ tổng đài để được
        hỗ trợ hoặc quay về trang chủ.
      </p>
    </TroubleScreen>
  )
}
