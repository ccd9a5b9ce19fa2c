/// A small file can unfold to a picture that no phone has the memory to show.
enum PictureSize {
    private static let mostPixels = 100_000_000

    static func isShown(width: Int, height: Int) -> Bool {
        guard width > 0, height > 0 else { return false }
        let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
        return !isTooMany && pixels <= mostPixels
    }
}
